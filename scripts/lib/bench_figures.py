"""What a case of scripts/bench yields: named figures, with the budget that they keep or miss."""

from bench_machine import middle

MOST, LEAST = "at most", "at least"


class Figure:
    """One line of the table. `values` holds what each run gave; the median stands for them."""

    def __init__(self, name, values, unit, budget=None):
        self.name, self.values, self.unit, self.budget = name, sorted(values), unit, budget

    @property
    def value(self):
        return middle(self.values)

    @property
    def keeps_budget(self):
        if self.budget is None:
            return True
        kind, bound = self.budget
        return self.value <= bound if kind == MOST else self.value >= bound

    def ends(self):
        """The least and greatest; of twenty runs or more the tenth and ninetieth percentile."""
        cut = len(self.values) // 10 if len(self.values) >= 20 else 0
        return self.values[cut], self.values[-1 - cut]
