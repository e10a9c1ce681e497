"""Bridges to other programs and frameworks, one module each; a module needs the package that it is named after."""
