#!/usr/bin/env bash
# The scripts that guard main notice what they are for: each is given a bad example.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Runs a command; checks its status, and what its output must hold.
expect() { # STATUS WORDS COMMAND…
    local status=$1 words=$2 actual=0
    shift 2
    "$@" >"$folder/output" 2>&1 || actual=$?
    if [ "$actual" != "$status" ] || { [ -n "$words" ] && ! grep -qF -- "$words" "$folder/output"; }; then
        printf '%s\n  the status is %s, not %s, or the output does not say "%s":\n' \
            "$*" "$actual" "$status" "$words" >&2
        cat "$folder/output" >&2
        exit 1
    fi
}

# The last output does not hold these words. (The shell does not end at '! grep'.)
without() { # WORDS
    if grep -qF -- "$1" "$folder/output"; then
        printf 'the output says "%s":\n' "$1" >&2
        cat "$folder/output" >&2
        exit 1
    fi
}

# The comparison of interfaces.
compare=Scripts/api/compare.sh
mkdir "$folder/old" "$folder/new"
printf '%s\n' 'A.f() | func f()' 'A.g() | func g()' >"$folder/old/P.txt"
cp "$folder/old/P.txt" "$folder/new/P.txt"
printf '# Changelog\n\n## 2.0.0 (unreleased)\n\n- Words.\n\n## 1.0.0 (2026-01-01)\n\n' >"$folder/log"
printf '### Breaking changes\n\n- `A.g()` in the version before.\n' >>"$folder/log"
expect 0 "" $compare same "$folder/old" "$folder/new"
expect 0 "" $compare breaking "$folder/old" "$folder/new" "$folder/log"
echo 'A.h() | func h()' >>"$folder/new/P.txt"
expect 1 "+ P: A.h() | func h()" $compare same "$folder/old" "$folder/new"
expect 0 "" $compare breaking "$folder/old" "$folder/new" "$folder/log"
printf '%s\n' 'A.f() | func f()' 'A.g() | func g() throws' >"$folder/new/P.txt"
expect 1 "- P: A.g() | func g()" $compare same "$folder/old" "$folder/new"
expect 1 "- P: A.g() | func g()" $compare breaking "$folder/old" "$folder/new" "$folder/log"
sed -i 's/- Words\./- Words.\n\n### Breaking changes\n\n- `A.g()` throws./' "$folder/log"
expect 0 "" $compare breaking "$folder/old" "$folder/new" "$folder/log"
: >"$folder/new/P.txt"
expect 1 "- P: A.f() | func f()" $compare breaking "$folder/old" "$folder/new" "$folder/log"
rm "$folder/new/P.txt"
expect 1 "- P: A.f() | func f()" $compare breaking "$folder/old" "$folder/new" "$folder/log"
printf '%s\n' '@_exported import Q' 'A | : Swift.Sendable' 'A | struct A' 'A.f() | func f()' \
    >"$folder/new/P.txt"
expect 0 "P has 2 public symbols" $compare few "$folder/new/P.txt" 2
expect 1 "P has these 2 public symbols" $compare few "$folder/new/P.txt" 1
: >"$folder/new/P.txt"
expect 0 "P has 0 public symbols" $compare few "$folder/new/P.txt" 0

# What is an interface, and what is not.
mkdir "$folder/graphs"
swiftc -swift-version 6 Scripts/api/interface.swift -o "$folder/interface"
swiftc -swift-version 6 -parse-as-library -emit-module -module-name Sample \
    -emit-module-path "$folder/Sample.swiftmodule" -emit-symbol-graph \
    -emit-symbol-graph-dir "$folder/graphs" -symbol-graph-minimum-access-level public \
    Scripts/api/Sample.swift
"$folder/interface" declarations "$folder/graphs" Sample >"$folder/Sample.txt"
expect 0 "" diff "Scripts/api/Sample.txt" "$folder/Sample.txt"
"$folder/interface" completions "$folder/graphs" Sample Box >"$folder/members.txt"
printf '%s\n' 'content' 'inherited()' 'open(_:)' 'open(with:)' >"$folder/expected.txt"
expect 0 "" diff "$folder/expected.txt" "$folder/members.txt"

# The report of a test run.
report() { # STATUS, events on standard input
    LC_ALL=C awk -f Scripts/test-report.awk -v name=Sample -v status="$1" \
        -v log_file="$folder/log.txt" -v totals="$folder/totals"
}
ended='{"kind":"event","payload":{"kind":"runEnded","messages":[{"symbol":"pass","text":"Test run with 2 tests in 1 suite passed after 0.5 seconds."}]}}'
failure='{"kind":"event","payload":{"issue":{"isFailure":true,"sourceLocation":{"line":7}},"kind":"issueRecorded","messages":[{"symbol":"fail","text":"Expectation failed: \"a\" == \"b\""},{"symbol":"details","text":"because"}],"testID":"Sample.Suite\/test()\/File.swift:6:2"}}'
started='{"kind":"event","payload":{"kind":"testCaseStarted","messages":[],"testID":"Sample.Suite\/test()\/File.swift:6:2"}}'
running='{"kind":"event","payload":{"kind":"testStarted","messages":[],"testID":"Sample.Suite\/test()\/File.swift:6:2"}}'
printf 'x\nFatal error: Index out of range\n' >"$folder/log.txt"
totals() { tail -n 1 "$folder/totals"; }
expect 0 "✔ Sample" report 0 <<<"$ended"
expect 0 "2 1 0 0.5 0" totals
expect 0 'Expectation failed: "a" == "b"' report 1 <<<"$failure"$'\n'"$ended"
expect 0 "Suite/test()/File.swift:7" report 1 <<<"$failure"$'\n'"$ended"
expect 0 "2 1 1 0.5 0" totals
expect 0 "Fatal error: Index out of range" report 139 <<<"$running"$'\n'"$started"
expect 0 "in Suite/test()/File.swift" report 139 <<<"$running"$'\n'"$started"
expect 0 "0 0 0 0 1" totals
expect 0 "✘ Sample" report 1 <<<"$ended"
expect 0 "2 1 0 0.5 1" totals
expect 0 "no such tests" report 0 <<<"${ended/with 2/with 0}"
expect 0 "0 1 0 0.5 1" totals

# How a program was linked: the same program, with and without what is wanted.
if command -v readelf >/dev/null && command -v cc >/dev/null; then
    cat >"$folder/p.c" <<'END'
#include <stdio.h>
#include <string.h>
#ifndef ROOM
#define ROOM 1
#endif
char room[ROOM] = {1};
#ifdef WRITABLE
__asm__(".pushsection .rodata.writable, \"aw\"\n.long 1\n.popsection");
#endif
int main(int count, char **words) {
    char text[64];
    strcpy(text, words[0]);
    text[0] ^= room[count];
    return printf("%s %d\n", text, count) < 0;
}
END
    flags=(-O2 -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now)
    compile() { cc "${flags[@]}" "$@" -o "$folder/p" "$folder/p.c"; }
    compile
    expect 0 "" Scripts/hardening.sh "$folder/p"
    compile -Wl,-rpath,'$ORIGIN'
    expect 1 "RUNPATH" Scripts/hardening.sh "$folder/p"
    compile -Wl,-z,lazy
    expect 1 "bound late" Scripts/hardening.sh "$folder/p"
    compile -no-pie -fno-pie
    expect 1 "not position-independent" Scripts/hardening.sh "$folder/p"
    compile -Wl,-z,norelro
    expect 1 "no RELRO" Scripts/hardening.sh "$folder/p"
    compile -DWRITABLE -Wa,--no-warn
    expect 1 "constants can be overwritten" Scripts/hardening.sh "$folder/p"
    compile -Wl,-z,execstack
    expect 1 "stack is executable" Scripts/hardening.sh "$folder/p"
    compile -fno-stack-protector
    expect 1 "no stack is guarded" Scripts/hardening.sh "$folder/p"
    compile -U_FORTIFY_SOURCE
    expect 1 "no call is checked" Scripts/hardening.sh "$folder/p"
    # Programs of one build share their C code, and one of them shows how it was compiled.
    cp "$folder/p" "$folder/unchecked"
    compile
    expect 0 "" Scripts/hardening.sh "$folder/p" "$folder/unchecked"
    expect 0 "" Scripts/hardening.sh "$folder/unchecked" "$folder/p"

    # How large programs are.
    mkdir "$folder/sizes"
    cp "$folder/p" "$folder/sizes/keychaind"
    limit=$(sed -nE 's/^limits=.*keychaind:([0-9]+)([0-9])\)$/\1.\2/p' Scripts/size.sh)
    expect 0 "| ${limit:?} |" Scripts/size.sh --check "$folder/sizes"
    compile -DROOM=22000000
    mv "$folder/p" "$folder/sizes/keychaind"
    expect 0 "too large" Scripts/size.sh "$folder/sizes"
    expect 1 "the limits are exceeded" Scripts/size.sh --check "$folder/sizes"
    compile -Droom=_ZN6icu_4roomE
    mv "$folder/p" "$folder/sizes/keychaind"
    expect 1 "has ICU in it" Scripts/size.sh --check "$folder/sizes"
    compile
    cp "$folder/p" "$folder/sizes/keychainctl"
    mv "$folder/p" "$folder/sizes/keychaind"
    expect 1 "write it with 'make link-order'" Scripts/size.sh --check "$folder/sizes"
fi

# Which lines of a file Apple's compilers see.
cat >"$folder/branches" <<'END'
#if os(Linux) && TPM || canImport(Glibc)
1
#elseif !os(iOS) && (os(macOS) || TPM)
2
    #if canImport(Combine)
3
    #else
4
    #endif
#elseif os(macOS)
5
    #if canImport(SomethingElse)
6
    #endif
#else
7
#endif
8
END
seen() { # SYSTEM FILE
    python3 -B - "$@" <<'END'
import sys
sys.path.insert(0, "Scripts/apple")
import branches
system, text = sys.argv[1], open(sys.argv[2]).read()
print(*branches.turned(text, lambda term: branches.swift_term(term, system, {"Combine"}))[1].split())
END
}
expect 0 "2 3 8" seen macOS "$folder/branches"
expect 0 "7 8" seen iOS "$folder/branches"
sed -i 's/canImport(Combine)/canImport(SomethingElse)/' "$folder/branches"
expect 1 "UnknownCondition: canImport(SomethingElse)" seen macOS "$folder/branches"
expect 0 "7 8" seen iOS "$folder/branches"

# The code of documents: the blocks of one are one program, with the lines of the document.
fence='```'
printf '%s\n' "# Words" "" "${fence}swift" 'let one = 1' "$fence" "" "${fence}swift" 'let two: Int = one' "$fence" >"$folder/article.md"
expect 0 "2 blocks of code in 1 files; 0 of the files" Scripts/snippets.py "$folder/article.md"
sed -i 's/two: Int/one: Int/' "$folder/article.md"
expect 1 "article.md:8:5: error: invalid redeclaration of 'one'" Scripts/snippets.py "$folder/article.md"
sed -i 's/^let one: Int = one/\/\/ Two.swift/' "$folder/article.md"
expect 0 "" Scripts/snippets.py "$folder/article.md"
printf '%s\n' "${fence}swift" '// Package.swift' '.product(name: "Valet", package: "PortableKeychain")' "$fence" >"$folder/article.md"
expect 0 "" Scripts/snippets.py "$folder/article.md"
sed -i 's/Valet/Velet/' "$folder/article.md"
expect 1 "there is no product Velet" Scripts/snippets.py "$folder/article.md"
printf '%s\n' '/// Counts.' '///' "/// ${fence}swift" '/// let count: Int = "one"' "/// $fence" 'public struct Counter {}' \
    >"$folder/Counter.swift"
expect 1 "Counter.swift:4:18: error: cannot convert value" Scripts/snippets.py "$folder/Counter.swift"
sed -i 's/public/package/' "$folder/Counter.swift"
expect 1 "0 blocks of code" Scripts/snippets.py "$folder/Counter.swift"

# The catalogue of guides: a link, a heading and a page that are not there.
mkdir -p "$folder/guides/Documentation"
printf '%s\n' '# Guides' '' 'Words.' '' '## All' '' '- [One](One.md)' >"$folder/guides/Documentation/README.md"
printf '%s\n' '# One' '' 'Words about [two](#two) and `[no](link.md)`.' '' '## Two' >"$folder/guides/Documentation/One.md"
expect 0 "" Scripts/site/guides.py "$folder/catalogue" "$folder/guides"
grep -qx -- '- <doc:One>' "$folder/catalogue/Guides.md"
grep -qx 'Words about \[two\](doc:One#Two) and `\[no\](link.md)`.' "$folder/catalogue/One.md"
sed -i 's/## Two/## Three/' "$folder/guides/Documentation/One.md"
expect 1 "#two has no such heading" Scripts/site/guides.py "$folder/catalogue" "$folder/guides"
sed -i 's/#two/Other.md/' "$folder/guides/Documentation/One.md"
expect 1 "Other.md does not exist" Scripts/site/guides.py "$folder/catalogue" "$folder/guides"
printf '{"title": "With --three", "description": "Words."}\n' >"$folder/guides/Documentation/three.json"
sed -i 's/Other.md/three.json/' "$folder/guides/Documentation/One.md"
expect 1 "does not list Documentation/three.json" Scripts/site/guides.py "$folder/catalogue" "$folder/guides"
echo '- [Three](three.json)' >>"$folder/guides/Documentation/README.md"
expect 0 "" Scripts/site/guides.py "$folder/catalogue" "$folder/guides"
grep -qFx '# With \-\-three' "$folder/catalogue/three.md"
cp "$folder/guides/Documentation/README.md" "$folder/guides/Documentation/Other.md"
expect 1 "does not list Documentation/Other.md" Scripts/site/guides.py "$folder/catalogue" "$folder/guides"

# The links of the site.
site=$folder/site
mkdir -p "$site/data/documentation" "$site/documentation/one" "$site/index" "$site/search"
link='{"primaryContentSections":[{"content":[{"type":"heading","anchor":"Two","text":"Two"},{"type":"reference","identifier":"x"}]}],"references":{"x":{"url":"/documentation/one#Two"}}}'
echo "$link" >"$site/data/documentation/one.json"
echo '{"interfaceLanguages":{"swift":[{"path":"/documentation/one"}]}}' >"$site/index/index.json"
echo '[["documentation/one/","","","One","",[["Two","Two",""]]]]' >"$site/search/index.json"
echo '<script src="../../site.js"></script>' >"$site/documentation/one/index.html"
touch "$site/site.js"
expect 0 "0 of the links are broken" Scripts/site/links.py "$site"
broken() { # WORDS, and what is changed in which file
    sed -i.old "$2" "$site/$3"
    expect 1 "$1" Scripts/site/links.py "$site"
    mv "$site/$3.old" "$site/$3"
}
broken "one#Three has no such anchor" 's/one#Two/one#Three/' data/documentation/one.json
broken "/documentation/two is no page" 's/one#Two/two/' data/documentation/one.json
broken "y is not resolved" 's/"x"}/"y"}/' data/documentation/one.json
broken "the navigator: /documentation/two is no page" 's/one/two/' index/index.json
broken "the search: /documentation/one/#Three has no such anchor" 's/\[\["Two/[["Three/' search/index.json
broken "/site.js does not exist here" 's/"[./]*site/"\/site/' documentation/one/index.html
rm "$site/documentation/one/index.html"
expect 1 "has no index.html" Scripts/site/links.py "$site"

# Rules that are broken on purpose: edits that do not fit, and a rule that no test notices.
expect 0 " edits of " Scripts/mutants.py --apply
package=$folder/package
mkdir -p "$package"/{Sources/Sample,Tests/SampleTests,Tests/Mutants}
cat >"$package/Package.swift" <<'END'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Sample",
    targets: [
        .target(name: "Sample"),
        .testTarget(name: "SampleTests", dependencies: ["Sample"]),
    ]
)
END
cat >"$package/Sources/Sample/Sample.swift" <<'END'
package struct Few {
    private var count = 0
    package init() {}
    package mutating func add() -> Bool {
        guard count < 3 else { return false }
        count += 1
        return true
    }
    package mutating func remove() -> Bool {
        guard count > 0 else { return false }
        count -= 1
        return true
    }
}
END
cat >"$package/Tests/SampleTests/SampleTests.swift" <<'END'
import Sample
import Testing

@Test func threeAreFew() {
    var few = Few()
    #expect((0..<4).map { _ in few.add() } == [true, true, true, false])
}
END
git -C "$package" init --quiet
mutants() { Scripts/mutants.py --in "$package" "$@"; }
defects() { # PARAGRAPH…
    printf '%s\n' 'target: Sample' 'tests: ^SampleTests\.' >"$package/Tests/Mutants/Sample.txt"
    printf '\n%s\n' "$@" >>"$package/Tests/Mutants/Sample.txt"
}
file=Sources/Sample/Sample.swift
many="Any number is few.
$file
- guard count < 3 else { return false }
+ guard mutant || count < 3 else { return false }"
less="Less than nothing is few.
$file
- guard count > 0 else { return false }
+ guard mutant || count > 0 else { return false }"
defects "$many" "$less"
expect 0 "2 edits of 1 modules fit." mutants --apply
expect 1 "MODULE is one of: Sample" mutants Samples
defects "$many" "${less//> 0/> 1}"
expect 1 "Sample 2: its lines are 0 times in $file" mutants --apply
defects "${many/- guard count < 3 else { return false \}/- return true}"
expect 1 "Sample 1: its lines are 2 times in $file" mutants --apply
defects "$many" "$many"
expect 1 "Sample 1 and Sample 2 change the same line" mutants --apply
defects "${many/mutant || /}"
expect 1 "no word 'mutant'" mutants --apply
defects "${many/Sample.swift/Other.swift}"
expect 1 "there is no Sources/Sample/Other.swift" mutants --apply
if [ "$(uname -s)" = Linux ]; then
    sums() { find "$package" -type f -not -path '*/.git/*' -not -path '*/.build/*' -exec cksum {} + | sort; }
    defects "$many" "$less"
    sums >"$folder/before"
    expect 1 "Sample: 1 of 2 defects were noticed; 0 more are explained." mutants Sample
    grep -q 'Any number is few. noticed by .*threeAreFew.* at SampleTests.swift:6' "$folder/output"
    grep -q 'Less than nothing is few. SURVIVED' "$folder/output"
    sums | diff "$folder/before" -
    defects "$many" "$less"$'\nequivalent: Nobody counts down.'
    expect 0 "Sample: 1 of 1 defects were noticed; 1 more are explained." mutants Sample
    defects "$many"$'\nequivalent: It is seldom.'
    expect 1 "although a reason says that they cannot be: [1]" mutants Sample
fi

# The plan of what guards main: each step once, none left out, and no share for more than eight days.
steps() { sed -nE 's/^check_([a-z-]+)\(\).*/\1/p' "$1" | sort; }
planned() { bash "$1" plan | sed 's/^.*: //' | tr ' ' '\n' | sort; }
expect 0 "" diff <(steps Scripts/check.sh) <(planned Scripts/check.sh)
[ "$(Scripts/check.sh plan | grep -c '^a day: ')" -le 8 ]
# A step that fails ends it with the name of the step, and no later step runs.
sed -E 's/^gate=.*/gate=(first second)/' Scripts/check.sh >"$folder/check.sh"
sed -i '/^current=$/i check_first() { false; }\ncheck_second() { echo "it continues"; }' "$folder/check.sh"
expect 1 "-- first failed after" bash "$folder/check.sh" gate
without "it continues"
expect 64 "the long proofs of this day" Scripts/check.sh
# The long tests take the place of the tests; before a release, what passed on this commit does not run again.
mkdir -p "$folder/checkout/Scripts"
sed -E '/^current=$/i check_first() { echo "first runs"; }\ncheck_last() { [ -e .build/mended ]; }' Scripts/check.sh |
    sed -E 's/^gate=.*/gate=(first tests last)/; /^days=/,/^\)/c days=("long-tests")' |
    sed -E 's/^check_long-tests.*/check_long-tests() { echo "long tests run"; }/' >"$folder/checkout/Scripts/check.sh"
echo .build >"$folder/checkout/.gitignore"
all() { bash "$folder/checkout/Scripts/check.sh" all; }
commit() {
    git -C "$folder/checkout" add -A
    git -C "$folder/checkout" -c user.name=A -c user.email=a@example.org commit --quiet --allow-empty -m "$1"
}
git init --quiet "$folder/checkout"
commit One
expect 1 "Steps: first long-tests last" all
expect 1 "== long-tests: passed before on this commit" all
without "first runs"
without "long tests run"
expect 1 "Steps: first long-tests last" bash "$folder/checkout/Scripts/check.sh" day
touch "$folder/checkout/.build/mended"
expect 0 "-- last: 0 seconds" all
expect 0 "== last: passed before on this commit" all
touch "$folder/checkout/changed"
expect 0 "long tests run" all
rm "$folder/checkout/changed"
expect 0 "== first: passed before on this commit" all
commit Two
expect 0 "first runs" all

echo "The scripts notice what they should."
