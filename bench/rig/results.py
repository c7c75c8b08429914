"""Samples by workload, system and round; medians, and ratios that are paired by round."""

import statistics


class Results:
    def __init__(self):
        self.samples = {}
        # Why a sample is missing.
        self.notes = []

    def add(self, workload, system, round_number, sample):
        self.samples.setdefault(workload, {}).setdefault(system, {})[round_number] = sample

    def has(self, workload, system):
        return bool(self.samples.get(workload, {}).get(system))

    def values(self, workload, system, key):
        rounds = self.samples.get(workload, {}).get(system, {})
        return [sample[key] for _, sample in sorted(rounds.items()) if sample[key] is not None]

    def median(self, workload, system, key):
        values = self.values(workload, system, key)
        return statistics.median(values) if values else None

    def ratios(self, key, ours, theirs):
        """What one (workload, system) is to another, round by round."""
        return [a / b for a, b in self._pairs(key, ours, theirs) if b]

    def differences(self, key, ours, theirs):
        return [a - b for a, b in self._pairs(key, ours, theirs)]

    def paired(self, key, ours, theirs):
        """The median of their ratios."""
        ratios = self.ratios(key, ours, theirs)
        return statistics.median(ratios) if ratios else None

    def _pairs(self, key, ours, theirs):
        left, right = (self.samples.get(workload, {}).get(system, {}) for workload, system in (ours, theirs))
        return [(left[number][key], right[number][key]) for number in sorted(left) if number in right]

    def errors(self, workload, system):
        """The sum over all rounds, by kind."""
        total = {}
        for sample in self.samples.get(workload, {}).get(system, {}).values():
            for name, number in sample["errors"].items():
                total[name] = total.get(name, 0) + number
        return total
