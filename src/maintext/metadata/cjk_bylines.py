"""Authors in Chinese, Japanese and Korean pages, where a word before or after the name says who it is."""

import re
from typing import Final

from maintext.metadata._collect import Lines, has_cjk
from maintext.metadata.cjk_names import bare_name, begins_with_surname
from maintext.metadata.person_names import is_name

_NAME: Final = r"(?P<name>[^\s:：|｜,，。;；、()（）\[\]【】<>《》/／]{1,20}(?:\s?[(（][^()（）]{1,30}[)）])?)"
_ENDS: Final = r"(?=报道|報道|報導|[摄攝编責责]|文[/／:：]|通讯员|实习|见习|[^\u4e00-\u9fff]|$)"
_NAMES: Final = rf"(?P<name>[\u4e00-\u9fff]{{2,4}}?{_ENDS}(?:[\s、，,]+[\u4e00-\u9fff]{{2,4}}(?![\u4e00-\u9fff]))*)"
_FORMS: Final = (
    re.compile(rf"(?:作\s*者|撰\s*文|撰\s*稿|著\s*者|筆\s*者|執\s*筆|ライター|글쓴이|작성자)\s*[:：=＝]\s*{_NAME}"),
    re.compile(rf"(?:^|[\s（(|｜】])文\s*[:：/／|｜=＝・]\s*{_NAME}"),
    re.compile(rf"(?:本报|本網|本网|本刊|新华社|实习|见习|特约|首席)?记者\s*(?P<sign>[:：\s])\s*{_NAMES}"),
    re.compile(rf"[（(【]\s*(?:本报|本网)?(?:记者|記者)\s*{_NAMES}\s*[）)】]"),
    re.compile(r"(?P<name>[\uac00-\ud7af]{2,4})\s*(?:기자|특파원)"),
    re.compile(rf"(?:发布者|发布人|發佈者|楼主|发帖人|供稿|通讯员|发文机关|發文機關|投稿者)\s*[:：]\s*{_NAME}"),
    re.compile(r"(?:^|\s)(?P<name>[^\s:：|,，。]{2,20})\s*(?:发表于|發表於|發佈於|发布于)\s*\d"),
    re.compile(rf"(?<![\u4e00-\u9fff])编\s*辑\s*[:：]\s*{_NAME}"),
    re.compile(rf"(?:责\s*任\s*编\s*辑|責\s*任\s*編\s*輯|责\s*编|編\s*輯|编\s*辑)\s*(?P<sign>[:：\s])\s*{_NAME}"),
)
"""The surest first: who wrote it, who reported it, who posted it, who edited it. After a mere blank, a name must begin
with a surname."""
_CUT: Final = re.compile(
    r"(?:来源|來源|时间|時間|日期|发布|责任|责编|编辑|编审|点击|浏览|字体|阅读|摄影|摄|通讯员|实习生|报道|审核).*$"
)
_LABEL: Final = re.compile(
    r"作\s*者|撰|著\s*者|筆\s*者|執\s*筆|ライター|글쓴이|작성자|文\s*[:：/／|｜=＝・]|记者|記者|기자|특파원|发布[者人于]|發佈[者於]|楼主|"
    r"发帖人|供稿|通讯员|发文[机機][关關]|發文[机機][关關]|投稿者|发表于|發表於|编\s*[辑輯]|編\s*[辑輯]|责\s*编"
)
"""Every form contains one of these: other lines are not looked at. Each begins with a certain character: such patterns
are searched for much faster."""
_CODE: Final = re.compile(r"[A-Z]{1,4}\d{2,8}")
"""The number of an editor."""
_BETWEEN: Final = re.compile(r"[\s、，,]+")
_SEVERAL: Final = re.compile(_NAMES)
_SAMPLE: Final = 20_000


def cjk_names(lines: Lines) -> list[str]:
    """The first names with a label, empty on pages in other scripts."""
    page = lines.page_text
    if not has_cjk(page, _SAMPLE):
        return []
    numbers = sorted({lines.line_at(match.start()) for match in _LABEL.finditer(page)})
    texts = [lines.text(number) for number in numbers]
    for form in _FORMS:
        for match in filter(None, map(form.search, texts)):
            name = bare_name(_CUT.sub("", match["name"]).strip(" \u3000.·-—]】）"))
            is_doubtful = match.re.groupindex.get("sign") and match["sign"].isspace() and not begins_with_surname(name)
            if is_name(name) and not is_doubtful and not _CODE.fullmatch(name):
                return [part for part in _BETWEEN.split(name) if part] if _SEVERAL.fullmatch(name) else [name]
    return []
