"""XML, read without any document type: entities of the file's own could make it grow without bound."""

import re
from xml.etree.ElementTree import Element, ParseError, fromstring

DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def read_xml(text: str) -> Element:
    """The root element; ValueError if it is no XML, or declares a document type."""
    if DECLARATION.search(text):
        raise ValueError("is XML with a document type (<!DOCTYPE): remove that line")
    try:
        return fromstring(text.lstrip())
    except (ParseError, ValueError) as error:
        raise ValueError(f"is broken XML ({error}): mend it there") from None


def local_name(element: Element) -> str:
    """The element's name without its name space; "" for a comment or an instruction."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its name, in whatever name space."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return value
    return None
