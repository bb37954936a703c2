"""Reads a file of --metrics as Prometheus does.

Usage: metrics_valid.py FILE
"""

import pathlib
import sys

from prometheus_client.parser import text_string_to_metric_families

path = pathlib.Path(sys.argv[1])
families = list(text_string_to_metric_families(path.read_text(encoding="utf-8")))
samples = [sample for family in families for sample in family.samples]
wrong = [f.name for f in families if f.type == "unknown" or not f.documentation]
wrong += [s.name for s in samples if s.labels.get("job") != path.stem]
records = {
    s.labels["status"]: s.value for s in samples if s.name == "ipgeo_last_run_records"}
if wrong or (records["special"], records["invalid"], records["failed"]) != (1, 1, 1):
    sys.exit(f"metrics: {wrong or records}")
print(f"metrics: {len(samples)} samples of {len(families)} families, 0 problems")
