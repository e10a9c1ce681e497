"""Authors in Chinese, Japanese and Korean pages, where a word before or behind the name says who it is."""

import re
from collections.abc import Iterator
from typing import Final

from maintext.metadata.names import is_name
from maintext.metadata.page import Page
from maintext.metadata.text import has_cjk

_NAME: Final = r"(?P<name>[^\s:：|｜,，。;；、()（）\[\]【】<>《》/／]{1,20}(?:\s?[(（][^()（）]{1,30}[)）])?)"
_NAMES: Final = r"(?P<name>[\u4e00-\u9fff]{2,4}(?:[\s、，,]+[\u4e00-\u9fff]{2,4}(?![\u4e00-\u9fff]))*)"
_FORMS: Final = (
    re.compile(rf"(?:作\s*者|撰\s*文|撰\s*稿|著\s*者|筆\s*者|執\s*筆|ライター|글쓴이|작성자)\s*[:：=＝]\s*{_NAME}"),
    re.compile(rf"(?:^|[\s（(|｜】])文\s*[:：/／|｜=＝]\s*{_NAME}"),
    re.compile(rf"(?:本报|本網|本网|本刊|新华社|实习|见习|特约|首席)?记者\s*[:：\s]\s*{_NAMES}"),
    re.compile(rf"[（(【]\s*(?:本报|本网)?(?:记者|記者)\s*{_NAMES}\s*[）)】]"),
    re.compile(r"(?P<name>[\uac00-\ud7af]{2,4})\s*(?:기자|특파원)"),
    re.compile(rf"(?:发布者|发布人|發佈者|楼主|发帖人|供稿|通讯员|发文机关|發文機關|投稿者)\s*[:：]\s*{_NAME}"),
    re.compile(r"(?:^|\s)(?P<name>[^\s:：|,，。]{2,20})\s*(?:发表于|發表於|發佈於|发布于)\s*\d"),
    re.compile(rf"(?<![\u4e00-\u9fff])编\s*辑\s*[:：]\s*{_NAME}"),
    re.compile(rf"(?:责\s*任\s*编\s*辑|責\s*任\s*編\s*輯|责\s*编|編\s*輯|编\s*辑)\s*[:：\s]\s*{_NAME}"),
)
"""The surest first: who wrote it, who reported it, who posted it, who edited it."""
_CUT: Final = re.compile(
    r"(?:来源|來源|时间|時間|日期|发布|责任|责编|编辑|编审|点击|浏览|字体|阅读|摄影|摄|通讯员|实习生|报道|审核).*$"
)
_LABEL: Final = re.compile(
    r"作\s*者|撰|著\s*者|筆\s*者|執\s*筆|ライター|글쓴이|작성자|文\s*[:：/／|｜=＝]|[记記]者|기자|특파원|发布[者人于]|發佈[者於]|楼主|发帖人|供稿|"
    r"通讯员|[发發]文[机機][关關]|投稿者|发表于|發表於|[编編]\s*[辑輯]|责\s*编"
)
"""What all of the forms have in common: only lines with one of these are looked at."""
_SAMPLE: Final = 20_000


def cjk_names(page: Page) -> Iterator[list[str]]:
    """Names by their labels; nothing on pages in other scripts."""
    text = page.table.text
    if not has_cjk(text, _SAMPLE):
        return
    numbers = sorted({page.lines.of_character(match.start()) for match in _LABEL.finditer(text)})
    lines = [page.lines.text(number) for number in numbers]
    for form in _FORMS:
        for match in filter(None, map(form.search, lines)):
            name = _CUT.sub("", match["name"]).strip(" \u3000.·-—]】）")
            if is_name(name):
                yield [part for part in re.split(r"[\s、，,]+", name) if part] if re.fullmatch(_NAMES, name) else [name]
                break
