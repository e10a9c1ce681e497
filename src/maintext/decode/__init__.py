"""Bytes to characters, the way a browser decodes them."""

from maintext.decode.decoder import Decoded, as_utf8, decode, repair
from maintext.decode.given_bytes import GivenBytes
from maintext.decode.labels import encoding_of_label

__all__ = ["Decoded", "GivenBytes", "as_utf8", "decode", "encoding_of_label", "repair"]
