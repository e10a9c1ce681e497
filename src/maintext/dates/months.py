"""The names of the months in many languages, in the grammatical cases used in dates."""

from typing import Final

_NAMES: Final = {
    1: "january jan januar jänner janvier janv enero ene janeiro gennaio gen январь января січня styczeń "
    "stycznia ocak januari ledna leden ianuarie ιανουαρίου január tammikuuta يناير ינואר जनवरी มกราคม ม.ค "
    "januára",
    2: "february feb febr februar februari février févr fevrier febrero fevereiro fev febbraio февраль февраля "
    "лютого luty lutego şubat února únor februarie φεβρουαρίου február helmikuuta فبراير פברואר फरवरी फ़रवरी "
    "กุมภาพันธ์ ก.พ",
    3: "march mar märz maerz mär mars marzo março marco mart марта март березня marzec marca maart března březen "
    "martie μαρτίου március marts maaliskuuta maret مارس מרץ मार्च มีนาคม มี.ค",
    4: "april apr avril avr abril abr aprile апреля апрель квітня kwiecień kwietnia nisan dubna duben aprilie "
    "απριλίου április huhtikuuta أبريل ابريل אפריל अप्रैल เมษายน เม.ย",
    5: "may mai mayo maio maggio mag мая май травня maj maja mayıs mayis mei května květen μαΐου május toukokuuta مايو "
    "מאי मई พฤษภาคม พ.ค",
    6: "june jun juni juin junio junho giugno giu июня июнь червня czerwiec czerwca haziran června červen iunie "
    "ιουνίου június kesäkuuta يونيو יוני जून มิถุนายน มิ.ย",
    7: "july jul juli juillet juil julio julho luglio lug июля июль липня lipiec lipca temmuz července červenec "
    "iulie ιουλίου július heinäkuuta يوليو יולי जुलाई กรกฎาคม ก.ค",
    8: "august aug août aout agosto ago августа август серпня sierpień sierpnia ağustos augustus srpna srpen "
    "αυγούστου augusztus augusti elokuuta agustus أغسطس اغسطس אוגוסט अगस्त สิงหาคม ส.ค",
    9: "september sept sep septembre septiembre setiembre setembro settembre set сентября сентябрь вересня "
    "wrzesień września eylül září septembrie σεπτεμβρίου szeptember syyskuuta سبتمبر ספטמבר सितंबर सितम्बर "
    "กันยายน ก.ย",
    10: "october oct oktober okt octobre octubre outubro out ottobre ott октября октябрь жовтня październik "
    "października ekim října říjen octombrie οκτωβρίου október lokakuuta أكتوبر اكتوبر אוקטובר अक्टूबर "
    "अक्तूबर ตุลาคม ต.ค",
    11: "november nov novembre noviembre novembro ноября ноябрь листопада listopad listopada kasım kasim listopadu "
    "noiembrie νοεμβρίου marraskuuta نوفمبر נובמבר नवंबर नवम्बर พฤศจิกายน พ.ย",
    12: "december dec dezember dez décembre déc decembre diciembre dic dezembro dicembre декабря декабрь грудня "
    "grudzień grudnia aralık aralik prosince prosinec decembrie δεκεμβρίου joulukuuta desember des ديسمبر דצמבר "
    "दिसंबर दिसम्बर ธันวาคม ธ.ค",
}
"""Polish and Croatian "listopad" and Czech "listopadu" are November; the Croatian October is left out because of it."""

NUMBER_OF_MONTH: Final = {name: number for number, names in _NAMES.items() for name in names.split()}
"""The number of the month by its name in lower case, without a dot at its end."""
