"""The oracle: slow and simple ways to compute what the compiled code computes."""
