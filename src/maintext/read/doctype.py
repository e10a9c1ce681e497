"""Which doctypes put a page in quirks mode: there a table does not close the paragraph around it."""

import re
from typing import Final

_IDENTIFIERS: Final = re.compile(
    rb"""<!doctype\s*(?P<name>[^\s>]*)\s*
    (?:(?:public\s*(?:"(?P<public>[^">]*)"|'(?P<public_too>[^'>]*)')|(?P<system_only>system))
    \s*(?:"(?P<system>[^">]*)"|'(?P<system_too>[^'>]*)')?)?(?P<rest>[^>]*)""",
    re.IGNORECASE | re.VERBOSE,
)
_WHOLE: Final = frozenset({"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"})
_STARTS: Final = (
    "+//silmaril//dtd html pro v0r11 19970101//",
    *(
        f"-//{start}"
        for start in (
            "advasoft ltd//dtd html 3.0 aswedit + extensions//|as//dtd html 3.0 aswedit + extensions//|"
            "ietf//dtd html 2.0 level 1//|ietf//dtd html 2.0 level 2//|ietf//dtd html 2.0 strict level 1//|"
            "ietf//dtd html 2.0 strict level 2//|ietf//dtd html 2.0 strict//|ietf//dtd html 2.0//|"
            "ietf//dtd html 2.1e//|ietf//dtd html 3.0//|ietf//dtd html 3.2 final//|ietf//dtd html 3.2//|"
            "ietf//dtd html 3//|ietf//dtd html level 0//|ietf//dtd html level 1//|ietf//dtd html level 2//|"
            "ietf//dtd html level 3//|ietf//dtd html strict level 0//|ietf//dtd html strict level 1//|"
            "ietf//dtd html strict level 2//|ietf//dtd html strict level 3//|ietf//dtd html strict//|ietf//dtd html//|"
            "metrius//dtd metrius presentational//|microsoft//dtd internet explorer 2.0 html strict//|"
            "microsoft//dtd internet explorer 2.0 html//|microsoft//dtd internet explorer 2.0 tables//|"
            "microsoft//dtd internet explorer 3.0 html strict//|microsoft//dtd internet explorer 3.0 html//|"
            "microsoft//dtd internet explorer 3.0 tables//|netscape comm. corp.//dtd html//|"
            "netscape comm. corp.//dtd strict html//|o'reilly and associates//dtd html 2.0//|"
            "o'reilly and associates//dtd html extended 1.0//|o'reilly and associates//dtd html extended relaxed 1.0//|"
            "sq//dtd html 2.0 hotmetal + extensions//|"
            "softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//|"
            "softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//|spyglass//dtd html 2.0 extended//|"
            "sun microsystems corp.//dtd hotjava html//|sun microsystems corp.//dtd hotjava strict html//|"
            "w3c//dtd html 3 1995-03-24//|w3c//dtd html 3.2 draft//|w3c//dtd html 3.2 final//|w3c//dtd html 3.2//|"
            "w3c//dtd html 3.2s draft//|w3c//dtd html 4.0 frameset//|w3c//dtd html 4.0 transitional//|"
            "w3c//dtd html experimental 19960712//|w3c//dtd html experimental 970421//|w3c//dtd w3 html//|"
            "w3o//dtd w3 html 3.0//|webtechs//dtd mozilla html 2.0//|webtechs//dtd mozilla html//"
        ).split("|")
    ),
)
_STARTS_WITHOUT_SYSTEM: Final = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
_SYSTEM: Final = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"


def is_quirky(doctype: bytes) -> bool:
    """Whether a doctype, given with its brackets, asks for quirks mode."""
    found = _IDENTIFIERS.match(doctype)
    if found is None or found["name"].lower() != b"html":
        return True
    public = _lowered(found["public"], found["public_too"])
    system = _lowered(found["system"], found["system_too"])
    if public is None:
        is_broken = found["system_only"] is not None and system is None
        return is_broken or (bool(found["rest"].strip()) and system is None) or system == _SYSTEM
    if public in _WHOLE or public.startswith(_STARTS) or system == _SYSTEM:
        return True
    return system is None and public.startswith(_STARTS_WITHOUT_SYSTEM)


def _lowered(*forms: bytes | None) -> str | None:
    return next((form.decode("latin-1").lower() for form in forms if form is not None), None)
