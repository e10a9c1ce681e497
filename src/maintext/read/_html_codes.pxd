"""The numbers that the parser uses for the names of elements, for its modes and for sets of names."""

# The names that the rules of the tree mention. Other names of maintext.table.tags get the numbers after these.
cpdef enum Name:
    UNKNOWN = 0
    # These six are in the order of their rank.
    H1, H2, H3, H4, H5, H6
    A, ADDRESS, ANNOTATION_XML, APPLET, AREA, ARTICLE, ASIDE, B, BASE, BASEFONT, BGSOUND, BIG, BLOCKQUOTE, BODY, BR
    BUTTON, CAPTION, CENTER, CODE, COL, COLGROUP, DD, DESC, DETAILS, DIALOG, DIR, DIV, DL, DT, EM, EMBED, FIELDSET
    FIGCAPTION, FIGURE, FONT, FOOTER, FOREIGNOBJECT, FORM, FRAME, FRAMESET, HEAD, HEADER, HGROUP, HR, HTML, I, IFRAME
    IMAGE, IMG, INPUT, KEYGEN, LI, LINK, LISTING, MAIN, MALIGNMARK, MARQUEE, MATH, MENU, META, MGLYPH, MI, MN, MO, MS
    MTEXT, NAV, NOBR, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, OPTGROUP, OPTION, P, PARAM, PLAINTEXT, PRE, RB, RP, RT
    RTC, RUBY, S, SCRIPT, SEARCH, SECTION, SELECT, SMALL, SOURCE, SPAN, STRIKE, STRONG, STYLE, SUB, SUMMARY, SUP, SVG
    TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, TT, U, UL, VAR, WBR, XMP
    # Elements of SVG and MathML have one of these two as their rule: they only matter where they bound a scope.
    FOREIGN, FOREIGN_MARKER

# Properties of a name, as bits.
cpdef enum Flag:
    SPECIAL = 1
    SCOPE = 2
    IMPLIED_END = 4
    IMPLIED_END_IN_TEMPLATE = 8
    FORMATTING = 16
    VOID = 32
    UNRENDERED = 64
    BLOCK = 128
    CELL = 256
    TABLE_PART = 512
    BREAKOUT = 1024
    RAW = 2048
    OF_HEAD = 4096
    SOFT = 8192

# What a start tag or an end tag does in the body.
cpdef enum Action:
    ORDINARY = 0
    OPEN_BLOCK, OPEN_HEADING, OPEN_PRE, OPEN_FORM, OPEN_LI, OPEN_DD, OPEN_PLAINTEXT, OPEN_BUTTON, OPEN_A
    OPEN_FORMATTING, OPEN_NOBR, OPEN_OBJECT, OPEN_TABLE, OPEN_VOID, OPEN_INPUT, OPEN_PARAM, OPEN_HR, OPEN_IMAGE
    OPEN_TEXTAREA, OPEN_XMP, OPEN_IFRAME, OPEN_NOEMBED, OPEN_SELECT, OPEN_OPTION, OPEN_RB, OPEN_RT, OPEN_FOREIGN
    OPEN_IN_HEAD, OPEN_HTML, OPEN_BODY, OPEN_FRAMESET, OPEN_MISPLACED
    CLOSE_BLOCK, CLOSE_FORM, CLOSE_P, CLOSE_LI, CLOSE_DD, CLOSE_HEADING, CLOSE_FORMATTING, CLOSE_OBJECT, CLOSE_BR
    CLOSE_TEMPLATE, CLOSE_BODY, CLOSE_HTML

cdef enum Mode:
    INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD, IN_BODY, IN_TABLE, IN_CAPTION
    IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET
    AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET

cdef enum Space:
    IN_HTML, IN_SVG, IN_MATH

# Points where HTML goes on inside SVG and MathML.
cdef enum Integration:
    NO_POINT, TEXT_POINT, HTML_POINT, ANNOTATION_POINT

# Whether text is seen: no formatting element reaches out of a hidden one, but it may out of a veiled one.
cdef enum Sight:
    SEEN, VEILED, HIDDEN

# The answer of a rule: the tag is done, or has to be read again by the rules of the new mode.
cdef enum Verdict:
    DONE = 0
    AGAIN = 1

cpdef enum Limit:
    # All names have numbers below this.
    MOST_NAMES = 256
    # Open elements; deeper start tags are left out, their text stays.
    MAX_DEPTH = 1000
    # A few rules open elements without a tag beyond that.
    DEPTH_CAPACITY = 1064
    # Formatting elements that are opened again after each block, from one marker to the next.
    MAX_FORMATTING = 64
    FORMATTING_CAPACITY = 4096
    # The longest name of a reference, CounterClockwiseContourIntegral, with its semicolon.
    MAX_REFERENCE = 32
    # The key of a reference or of a long name is computed byte by byte: (key ^ byte) * KEY_FACTOR.
    KEY_FACTOR = 16777619
    # The sizes of the hash tables of names and references: 1 << bits.
    NAME_BITS = 10
    REFERENCE_BITS = 13
