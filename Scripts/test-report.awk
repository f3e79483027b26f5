# Reads the events of a test run (Swift Testing's event stream, a JSON record on each line), and
# prints a line for the run and its failures. Appends to `totals`: tests, suites, issues, seconds,
# and 1 where the run has no result.
#
# Variables: name, status (of the process), log_file (what it printed), totals (a file).
#
# Quotation marks inside a JSON string have a backslash before them, so that "kind":"x" is never a
# part of one. That is all of JSON that is needed here.

BEGIN { most_failures = 20; most_bytes = 1500 }

# The text of a JSON string that starts at a place of the line, without its escapes.
function text(start,    rest, result, place, character) {
    rest = substr($0, start, 4 * most_bytes)
    result = ""
    while (match(rest, /["\\]/)) {
        place = RSTART
        result = result substr(rest, 1, place - 1)
        if (substr(rest, place, 1) == "\"") return result
        character = substr(rest, place + 1, 1)
        if (character == "n") character = "\n"
        if (character == "t") character = "\t"
        result = result character
        rest = substr(rest, place + 2)
    }
    return result rest
}

# The string of a key; empty where there is none.
function string(key,    place) {
    place = index($0, "\"" key "\":\"")
    return place ? text(place + length(key) + 4) : ""
}

# A test as one finds it: its suite, its name and its file, with a line of that.
function shown(test, line) {
    sub(/^[^.]*\./, "", test)
    sub(/:[0-9]+:[0-9]+$/, "", test)
    if (line != "") test = test ":" line
    return test
}

# All texts of the messages of a record, indented.
function messages(    result, from, place, line) {
    result = ""
    line = $0
    while ((place = index(line, "\"text\":\"")) > 0) {
        from = length($0) - length(line) + place + 8
        result = result "\n" text(from)
        line = substr(line, place + 8)
    }
    if (length(result) > most_bytes) result = substr(result, 1, most_bytes) " …"
    gsub(/\n/, "\n    ", result)
    return result
}

index($0, "\"kind\":\"testStarted\"") { running[string("testID")] = 1 }
index($0, "\"kind\":\"testEnded\"") { delete running[string("testID")] }
index($0, "\"kind\":\"testCaseStarted\"") { began[string("testID")]++ }
index($0, "\"kind\":\"testCaseEnded\"") { began[string("testID")]-- }

index($0, "\"kind\":\"issueRecorded\"") && index($0, "\"isFailure\":true") {
    issues++
    if (issues <= most_failures) {
        line = match($0, /"line":[0-9]+/) ? substr($0, RSTART + 7, RLENGTH - 7) : ""
        failures = failures "  ✘ " shown(string("testID"), line) messages() "\n"
    }
}

index($0, "\"kind\":\"runEnded\"") {
    line = string("text")
    if (match($0, /Test run with [0-9]+ tests? in [0-9]+ suites? [a-z]+ after [0-9.]+ seconds/)) {
        split(substr($0, RSTART, RLENGTH), words, " ")
        tests = words[4]
        suites = words[7]
        seconds = words[11]
        is_complete = 1
    }
}

END {
    # Without tests, nothing was proven.
    is_whole = is_complete && tests > 0 && (status == 0 || issues > 0)
    sign = (is_whole && status == 0 && issues == 0) ? "✔" : "✘"
    printf "%s %-24s %4d tests in %3d suites %8.1f s\n", sign, name, tests, suites, seconds
    printf "%s", failures
    if (issues > most_failures) printf "  … and %d more: %s\n", issues - most_failures, log_file
    if (!is_whole) {
        if (is_complete && tests == 0) printf "  ✘ There are no such tests.\n"
        else explain()
    }
    print tests + 0, suites + 0, issues + 0, seconds + 0, (is_whole ? 0 : 1) >> totals
}

# Shows why a process ended before its tests: what it said about it, or its last words.
function explain(    line, count, last, shown_lines, was_shown, test) {
    printf "  ✘ The process ended with the status %d%s before its tests did: %s\n", status, \
        (status > 128 ? " (signal " (status - 128) ")" : ""), log_file
    for (test in running) if (began[test] > 0) printf "    in %s\n", shown(test, "")
    while ((getline line < log_file) > 0) {
        if (line ~ /^(◇|✔|Registers:)/) continue
        last[count++ % 15] = line
        if (line ~ /Fatal error|Program crashed|Crash:|Sanitizer|^error: /) shown_lines = 40
        if (shown_lines > 0) {
            printf "    %s\n", substr(line, 1, 300)
            shown_lines--
            was_shown = 1
        }
    }
    if (was_shown) return
    for (line = (count > 15 ? count - 15 : 0); line < count; line++) {
        printf "    %s\n", substr(last[line % 15], 1, 300)
    }
}
