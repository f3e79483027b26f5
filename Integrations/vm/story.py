"""What a program acknowledged, and what a keychain may hold after it."""

ANSWERS = {("add", True): "duplicateItem", ("update", False): "itemNotFound", ("delete", False): "itemNotFound"}


class Story:
    """Versions of items by their numbers: what the keychain holds for sure, and what it may hold as well."""

    def __init__(self, truth):
        self.certain, self.possible = dict(truth or {}), None
        self.expected, self.line = None, ""
        self.contradictions, self.acknowledged = [], 0

    def read(self, line):
        words = line.split()
        if line == "made":
            self.certain = {1: 1}
        elif self.possible is None and len(words) == 3:
            verb, number, version = words[0], int(words[1]), int(words[2])
            self.line = line
            self.expected = ANSWERS.get((verb, number in self.certain), "done")
            self.possible = dict(self.certain)
            if self.expected == "done" and verb == "delete":
                del self.possible[number]
            elif self.expected == "done":
                self.possible[number] = version
        elif self.possible is not None and line == self.expected:
            self.acknowledged += line == "done"
            self.certain, self.possible = self.possible, None
        else:
            self.contradictions.append(f"'{line}' after '{self.line}'")

    @staticmethod
    def contents(answer):
        items = [line.split() for line in answer if line.startswith("item ")]
        return {int(number): int(version) for _, number, version in items}

    def complaints(self, answer):
        """What is wrong with what was found."""
        found = self.contents(answer)
        wrong = [line for line in answer if line != "whole" and not line.startswith("item ")]
        if "whole" not in answer:
            wrong.append("it takes no further item")
        if found != self.certain and found != self.possible:
            for number in sorted(found.keys() | self.certain.keys()):
                if found.get(number) != self.certain.get(number):
                    wrong.append(f"item {number} has {found.get(number)}, not {self.certain.get(number)}")
        return wrong
