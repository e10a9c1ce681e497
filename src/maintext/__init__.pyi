"""The public names for type checkers and editors; see ``__init__.py``."""

from maintext.algorithms import DivDensity as DivDensity
from maintext.algorithms import Learned as Learned
from maintext.algorithms import LinkDensity as LinkDensity
from maintext.algorithms import NaiveBayes as NaiveBayes
from maintext.algorithms import PValue as PValue
from maintext.algorithms import SymbolDensity as SymbolDensity
from maintext.algorithms import TextDensity as TextDensity
from maintext.algorithms import methods as methods
from maintext.algorithms.learned import LearnedModel as LearnedModel
from maintext.algorithms.naive_bayes import NaiveBayesModel as NaiveBayesModel
from maintext.comparison import Compared as Compared
from maintext.comparison import Comparison as Comparison
from maintext.comparison import compare as compare
from maintext.document import Document as Document
from maintext.errors import DataError as DataError
from maintext.errors import FetchError as FetchError
from maintext.errors import MaintextError as MaintextError
from maintext.errors import ModelError as ModelError
from maintext.errors import OptionError as OptionError
from maintext.errors import PageError as PageError
from maintext.errors import PrivateAddressError as PrivateAddressError
from maintext.errors import UnknownMethodError as UnknownMethodError
from maintext.explanation import ExplainedRow as ExplainedRow
from maintext.explanation import Explanation as Explanation
from maintext.explanation import explain as explain
from maintext.extraction import DEFAULT_METHOD as DEFAULT_METHOD
from maintext.extraction import Judgement as Judgement
from maintext.extraction import extract as extract
from maintext.extraction import judge as judge
from maintext.fetch import FetchOptions as FetchOptions
from maintext.fetch import extract_url as extract_url
from maintext.options import Options as Options
from maintext.parallel.pages import RawPage as RawPage
from maintext.parallel.pages import extract_many as extract_many
from maintext.selection import Method as Method
from maintext.version import __version__ as __version__

__all__: list[str]
