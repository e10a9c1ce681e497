"""Names in Chinese, Japanese and Korean bylines: what is attached to them, and words that are not names."""

import re
from typing import Final

_ATTACHED: Final = re.compile(
    r"(?:[\s_＿\-]*[_＿\s(（\[【]\s*[A-Z]{1,4}\d{2,8}\s*[)）\]】]?"
    r"|\s*[+＋]?\s*(?:已?[关關]注|取消[关關]注|訂閱|订阅|私信|フォロー(?:する|中)?|팔로우|구독(?:하기)?)"
    r"|\s*[(（](?:微博|博客|专栏|專欄|个人主页)[)）]|\s+(?:기자|특파원|記者|记者|さん|氏)|\s*[／/╱]?\s*\S{0,4}(?:報導|报道)){1,4}$"
)
"""Staff codes, texts of follow buttons or offices after a name.

Their number has a limit, for the ways to read them grow exponentially with it."""
_BEFORE: Final = re.compile(r"^(?:投稿者|作者|来自|來自|由|文)\s*[:：／/]?\s*(?=[^\s:：])")
_REPORTER: Final = re.compile(
    r"(?:^|[\s【（(╱／/｜|])(?:[图圖文])?[记記]者\s*([\u4e00-\u9fff]{2,4}?)(?=\s*(?:[／/╱】）)｜|]|報導|报道|[摄攝]|$))"
)
"""The name in a line such as 【日報／記者王大明／台北報導】."""
_NO_NAME: Final = re.compile(
    r"(?:图|圖|图片|图文|文|文字|视频|摄影|制图|漫画|整合|整理|综合|綜合|综合整理|综合报道|网络整理|网络综合|网络转载|网络|互联网|网上|"
    r"发布|发布于|發佈於|发布者|发布时间|发表|发表于|發表於|刊登|上传|更新|更新于|投稿|转载|轉載|转自|原创|原創|首发|来源|來源|出处|编辑|編輯|责编|"
    r"责任编辑|責任編輯|小编|小編|作者|筆者|著者|记者|記者|本报记者|本报讯|通讯员|楼主|樓主|网友|網友|游客|用户|会员|管理员|管理員|站长|版主|"
    r"实习|實習|实习记者|见习|見習|编制|手机版|摄|攝|摄影报道|未知|不详|佚名|无名氏|匿名|匿名用户|无|無|暂无|本站|本站原创|本网|本网讯|本刊|关注|關注|订阅|分享|评论|回复|举报|收藏|点赞|登录|注册|首页|"
    r"名無しさん?|ゲスト|管理人|投稿者|編集|編集者|익명|관리자|기자|작성자|글쓴이|인턴|구독한|담당|취재|사진|선임)[\s:：]*"
)
"""Words of a role, an action or a button, and words for nobody."""
_COUNTER: Final = re.compile(
    r"\d\s*(?:万\s*)?(?:篇|次|条|條|人|个|粉丝|浏览|阅读|评论|回复|点赞|关注|本|件|回|개|명)|[总總]篇[数數]|[阅閱][读讀][数數量]|[浏瀏][览覽][数數量]|"
    r"\d\s*(?:年|月|日|天|小[时時]|分[钟鐘]|時間)|^[一二三四五六七八九十]{1,2}月|[摄攝電]】?$|。|点击[数量]|[评評][论論][数數]|粉[丝絲][数數]?"
)
_PORTAL: Final = re.compile(
    r".*(?:[网網][站络絡]?|在线|在線|[频頻]道|[门門]户|[论論][坛壇]|客户端|公[众眾][号號]|编辑部|編輯部|資訊|资讯)"
)
"""Endings of the names of sites and sections."""
_WIDE: Final = re.compile("[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_OTHERS: Final = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_MIN_SHARE: Final = 0.1
_MAX_OTHERS: Final = 0.02
"""Shares of the characters of a text."""
_MAX_HAN: Final = 12
"""Longer runs of Han characters are sentences, or organisations with their departments."""
_SURNAMES: Final = frozenset(
    "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈"
    "丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴"
    "龚龔文庞龐樊兰蘭殷施陶洪翟安颜顏倪严嚴牛温溫芦蘆季俞章鲁魯葛伍韦韋申尤毕畢聂聶丛叢焦向柳邢路岳齐齊沿梅莫庄莊辛管祝左涂塗谷祁时時舒耿牟卜"
    "詹关關苗凌费費纪紀靳盛童欧歐甄项項曲成游阳陽裴席卫衛查屈鲍鮑位覃霍翁隋植甘景薄单單包司柏宁寧柯阮桂闵閔解强強柴华華车車冉房边邊尚骆駱"
    "闫闫宗苟戚连連褚娄婁艾封支麦麥原简簡池滕瞿初臧佟慕晏邸刁古米练練党黨巩鞏桑木应應卓楚窦竇匡皮应鹿荆荊井敖迟遲胥"
)


def has_wide_letters(text: str) -> bool:
    """Whether a text has letters of these scripts."""
    return _WIDE.search(text) is not None


def bare_name(text: str) -> str:
    """A name without what sites attach to it."""
    if reporter := _REPORTER.search(text):
        return reporter[1]
    return _BEFORE.sub("", _ATTACHED.sub("", text)).strip()


def begins_with_surname(text: str) -> bool:
    """Whether a Chinese text begins as names of people do."""
    return text[:1] in _SURNAMES


def is_chinese(text: str) -> bool:
    """Whether a text is mostly in Chinese: Han characters, and hardly any kana or Hangul."""
    return len(_HAN.findall(text)) > _MIN_SHARE * len(text) and len(_OTHERS.findall(text)) < _MAX_OTHERS * len(text)


def is_cjk_word(text: str) -> bool:
    """Whether a text is not a name: a role, an action, a button, a counter, or a site."""
    if len(text) == 1 or (len(text) > _MAX_HAN and _HAN.sub("", text) == ""):
        return has_wide_letters(text)
    return bool(_NO_NAME.fullmatch(text) or _COUNTER.search(text) or _PORTAL.fullmatch(text))
