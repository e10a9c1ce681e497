"""One tree on many cases, sixteen at a time: vectors that the compiler knows, not loops that it may recognise.

There is one more version for processors with AVX2, which have vectors of 32 bytes and find sixteen leaves at once. It
adds the same numbers in the same order.
"""

from maintext.table.byte_scan cimport lowest

cdef enum:
    # Cases that are handled together.
    LANES = 16
    MAX_LEAVES = 16

cdef extern from *:
    """
    #include <string.h>
    #include <stddef.h>
    #define TREE_LANES 16
    #define TREE_NODES 16

    #if defined(__GNUC__)
    typedef short tree_lanes_t __attribute__((vector_size(32)));
    typedef unsigned short tree_bits_t __attribute__((vector_size(32)));
    typedef struct { tree_lanes_t threshold, left; const short* row; } tree_node_t;

    #define TREE_TEST(node, gone, begin) { \\
            tree_lanes_t value; \\
            memcpy(&value, (node).row + (begin), sizeof value); \\
            gone |= (node).left & (tree_lanes_t)(value > (node).threshold); \\
        }
    /* The leaves in which each of sixteen cases ends: those on the left of a node are gone where a case goes right. */
    #define TREE_GONE(gone, begin) \\
        _Pragma("GCC unroll 1") \\
        for (node = 0; node < count; node += 4) { \\
            TREE_TEST(nodes[node], gone, begin) \\
            TREE_TEST(nodes[node + 1], gone, begin) \\
            TREE_TEST(nodes[node + 2], gone, begin) \\
            TREE_TEST(nodes[node + 3], gone, begin) \\
        }
    #define TREE_SPREAD() \\
        _Pragma("GCC unroll 1") \\
        for (node = 0; node < count; node++) { \\
            nodes[node].row = columns + stride * feature[node]; \\
            nodes[node].threshold = (tree_lanes_t){0} + threshold[node]; \\
            nodes[node].left = (tree_lanes_t){0} + (short)left[node]; \\
        }

    static void tree_add_plainly(
        const short* columns, ptrdiff_t stride, const int* runs, int run_count, const short* feature,
        const short* threshold, const unsigned short* left, int count, unsigned int start, const float* values,
        float* sums
    ) {
        tree_node_t nodes[TREE_NODES];
        int node, run, begin, lane;
        TREE_SPREAD()
        for (run = 0; run < run_count; run++) {
            for (begin = runs[2 * run]; begin < runs[2 * run + 1]; begin += TREE_LANES) {
                tree_lanes_t gone = (tree_lanes_t){0} + (short)~start;
                unsigned short bits[TREE_LANES];
                TREE_GONE(gone, begin)
                gone = ~gone;
                memcpy(bits, &gone, sizeof bits);
                for (lane = 0; lane < TREE_LANES; lane++) sums[begin + lane] += values[__builtin_ctz(bits[lane])];
            }
        }
    }
    #else
    static void tree_add_plainly(
        const short* columns, ptrdiff_t stride, const int* runs, int run_count, const short* feature,
        const short* threshold, const unsigned short* left, int count, unsigned int start, const float* values,
        float* sums
    ) {
        int node, run, begin, lane;
        for (run = 0; run < run_count; run++) {
            for (begin = runs[2 * run]; begin < runs[2 * run + 1]; begin += TREE_LANES) {
                unsigned short bits[TREE_LANES];
                for (lane = 0; lane < TREE_LANES; lane++) bits[lane] = (unsigned short)start;
                for (node = 0; node < count; node++) {
                    const short* row = columns + stride * feature[node] + begin;
                    for (lane = 0; lane < TREE_LANES; lane++)
                        bits[lane] &= (unsigned short)~(left[node] & (0 - (unsigned int)(row[lane] > threshold[node])));
                }
                for (lane = 0; lane < TREE_LANES; lane++) sums[begin + lane] += values[lowest(bits[lane])];
            }
        }
    }
    #endif

    #if defined(__GNUC__) && defined(__x86_64__)
    #include <immintrin.h>
    #define TREE_HAS_WIDE() (__builtin_cpu_supports("avx2") != 0)

    /* Of eight cases: the number of the only bit is the exponent of its double, whose lowest three bits choose among
       eight leaves, and the next one between those and the other eight. */
    #define TREE_LEAVES(bits, place) { \\
            __m256 doubled = _mm256_cvtepi32_ps(_mm256_slli_epi32(bits, 1)); \\
            __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(doubled), 23); \\
            __m256 low = _mm256_permutevar8x32_ps(first_leaves, exponent); \\
            __m256 high = _mm256_permutevar8x32_ps(last_leaves, exponent); \\
            __m256 leaf = _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 28))); \\
            _mm256_storeu_ps(place, _mm256_add_ps(_mm256_loadu_ps(place), leaf)); \\
        }

    __attribute__((target("avx2")))
    static void tree_add_widely(
        const short* columns, ptrdiff_t stride, const int* runs, int run_count, const short* feature,
        const short* threshold, const unsigned short* left, int count, unsigned int start, const float* values,
        float* sums
    ) {
        tree_node_t nodes[TREE_NODES];
        int node, run, begin;
        __m256 first_leaves = _mm256_loadu_ps(values), last_leaves = _mm256_loadu_ps(values + 8);
        TREE_SPREAD()
        for (run = 0; run < run_count; run++) {
            for (begin = runs[2 * run]; begin < runs[2 * run + 1]; begin += TREE_LANES) {
                tree_lanes_t gone = (tree_lanes_t){0} + (short)~start;
                __m256i only;
                TREE_GONE(gone, begin)
                only = (__m256i)(((tree_bits_t)gone + 1) & ~(tree_bits_t)gone);
                TREE_LEAVES(_mm256_cvtepu16_epi32(_mm256_castsi256_si128(only)), sums + begin)
                TREE_LEAVES(_mm256_cvtepu16_epi32(_mm256_extracti128_si256(only, 1)), sums + begin + 8)
            }
        }
    }
    #else
    #define TREE_HAS_WIDE() 0
    #define tree_add_widely tree_add_plainly
    #endif

    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static void tree_round(const int* bits, short* out) {
        int half;
        for (half = 0; half < TREE_LANES; half += 8) {
            __m128i first = _mm_srai_epi32(_mm_loadu_si128((const __m128i*)(bits + half)), 16);
            __m128i last = _mm_srai_epi32(_mm_loadu_si128((const __m128i*)(bits + half + 4)), 16);
            __m128i upper = _mm_packs_epi32(first, last);
            __m128i below = _mm_srli_epi16(_mm_srai_epi16(upper, 15), 1);
            _mm_storeu_si128((__m128i*)(out + half), _mm_xor_si128(upper, below));
        }
    }
    #else
    static void tree_round(const int* bits, short* out) {
        int lane;
        for (lane = 0; lane < TREE_LANES; lane++) {
            short upper = (short)(bits[lane] >> 16);
            out[lane] = (short)(upper ^ ((upper >> 15) & 0x7FFF));
        }
    }
    #endif
    """
    # Round LANES features as ``forest.rounded`` does; they are given as the bits of their numbers.
    void round_lanes "tree_round" (const int* bits, short* out) noexcept nogil
    bint has_wide "TREE_HAS_WIDE" () noexcept nogil  # Whether this processor has what ``add_widely`` needs.
    # Add to the sums of cases the leaves of a tree in which they end.
    #
    # columns: one row per feature, ``stride`` numbers apart. runs: the first case of each, and the case after its
    # last, multiples of LANES. feature, threshold, left: of ``count`` nodes, a multiple of four and at most MAX_LEAVES.
    # start: the leaves that are possible before these nodes, one bit each. values: of MAX_LEAVES leaves.
    void add_plainly "tree_add_plainly" (
        const short* columns, ptrdiff_t stride, const int* runs, int run_count, const short* feature,
        const short* threshold, const unsigned short* left, int count, unsigned int start, const float* values,
        float* sums
    ) noexcept nogil
    void add_widely "tree_add_widely" (
        const short* columns, ptrdiff_t stride, const int* runs, int run_count, const short* feature,
        const short* threshold, const unsigned short* left, int count, unsigned int start, const float* values,
        float* sums
    ) noexcept nogil
