"""The lines of a source file that Apple's compilers would see."""

import re

# Modules that exist on both sides. Those of Apple's alone are the stubs beside this file.
SHARED = {"Dispatch", "Foundation", "Synchronization"}
# Modules that Apple's platforms do not have.
ELSEWHERE = {"FoundationEssentials", "FoundationNetworking", "Glibc", "Musl"}
SYSTEMS = {"Linux", "iOS", "macOS", "tvOS", "visionOS", "watchOS"}
# In C: what the compilers for a platform define. Anything else is not defined on Apple's.
C_DEFINED = {"__APPLE__"}

DIRECTIVE = re.compile(r"\s*#\s*(if|ifdef|ifndef|elseif|elif|else|endif)\b(.*)")
TERM = re.compile(r"[A-Za-z_]\w*(?:\s*\([^()]*\))?|&&|\|\||!|[()]|\S")


class UnknownCondition(Exception):
    """A condition that this file cannot judge."""


def swift_term(term, system, stubs):
    """Whether one term of a condition holds."""
    call = re.fullmatch(r"(\w+)\s*\(\s*(\w+)\s*\)", term)
    if not call:
        return term != "false"  # Traits, which are all on, and DEBUG.
    function, name = call.groups()
    if function == "os" and name in SYSTEMS:
        return name == system
    if function == "canImport" and (name in stubs or name in SHARED | ELSEWHERE):
        return name not in ELSEWHERE
    raise UnknownCondition(term)


def c_term(term, system):
    """Whether one term of a condition of the C preprocessor holds."""
    call = re.fullmatch(r"(\w+)\s*\(\s*(\w+)[^()]*\)", term)
    if not call:
        return term == "true" or term == "TARGET_OS_OSX" and system == "macOS"
    return call[1] == "defined" and call[2] in C_DEFINED


def holds(condition, judge):
    """Whether a condition holds, of terms that a function judges."""
    words = []
    for term in TERM.findall(re.sub(r"//.*|/\*.*", "", condition)):
        if term[0].isalpha() or term[0] == "_":
            words.append(str(judge(term)))
        elif term in ("&&", "||", "!", "(", ")"):
            words.append({"&&": "and", "||": "or", "!": "not"}.get(term, term))
        else:
            raise UnknownCondition(condition.strip())
    try:
        return bool(eval(" ".join(words), {"__builtins__": {}}))
    except SyntaxError:
        raise UnknownCondition(condition.strip()) from None


def turned(text, judge):
    """A file for Apple's platforms, twice: with conditions that are decided, and without the lines that they exclude.

    The compiler gets the first, because it looks into excluded lines too: a name that is used only there is no error.
    The numbers of lines stay.
    """
    decided, active = [], []
    # For each open condition: whether its lines count, and whether a branch of it was taken.
    states = []
    for line in text.split("\n"):
        directive = DIRECTIVE.match(line)
        if not directive:
            decided.append(line)
            active.append(line if all(state[0] for state in states) else "")
            continue
        word, condition = directive.groups()
        if word in ("if", "ifdef", "ifndef"):
            states.append([False, not all(state[0] for state in states)])
        if word == "endif":
            states.pop()
        elif states[-1][1]:  # Another branch was taken, or it is inside of lines that do not count.
            states[-1][0] = False
        else:
            form = {"ifdef": "defined(%s)", "ifndef": "!defined(%s)", "else": "true"}.get(word, "%s")
            counts = holds(form.replace("%s", condition.strip()), judge)
            states[-1] = [counts, counts]
        if word in ("if", "elseif"):
            line = f"#{word} {str(states[-1][0]).lower()}"
        decided.append(line)
        active.append("")
    return "\n".join(decided), "\n".join(active)


def without_text(source):
    """Source code without its comments and the words in its strings, line by line."""
    plain = re.compile(
        r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"',
        re.DOTALL,
    )
    return plain.sub(lambda found: "\n" * found[0].count("\n"), source)
