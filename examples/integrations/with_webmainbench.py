"""Run WebMainBench's own evaluators on its pages: ``python with_webmainbench.py WebMainBench.jsonl``."""

import sys

import webmainbench.config
from webmainbench import DataLoader, Evaluator, MainHTMLEvaluator

from maintext.integrations.webmainbench import MaintextExtractor

webmainbench.config.LLM_CONFIG["use_llm"] = False
pages = DataLoader.load_jsonl(sys.argv[1])
extractor = MaintextExtractor()
for evaluator in (MainHTMLEvaluator(), Evaluator()):
    for name, score in evaluator.evaluate(pages, extractor).overall_metrics.items():
        print(f"{name}\t{score:.4f}")
