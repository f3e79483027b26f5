# Keychains in a folder of their own, and servers that are killed at the end. To be sourced by etcd.sh, mirror.sh and
# restored.sh, which set 'programs' before.

folder=$(mktemp -d)
# The processes of the servers, by their names.
declare -A pids=()
cleanup() {
    for n in "${!pids[@]}"; do kill -9 "${pids[$n]}"; done 2>/dev/null || true
    wait 2>/dev/null
    rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"
export ETCDCTL_API=3 XDG_DATA_HOME=$folder/data
unset PORTABLE_KEYCHAIN

passed() { printf 'passed   %s\n' "$1"; }
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s log ] || tail -n 20 log >&2
    exit 1
}
tool() { timeout 120 "$programs/keychainctl" "$@"; }
# kc WORDS: a command that must succeed; what it prints for people is in 'log'
kc() { tool "$@" 2>log || fail "keychainctl $*"; }
# put KEYCHAIN ITEM SECRET
put() { printf '%s' "$3" | kc set --service "${2%%/*}" --account "${2##*/}" --synchronizable --keychain "$1"; }
# is KEYCHAIN ITEM SECRET: a keychain has an item, or, without a secret, does not
is() {
    local found
    found=$(tool get "$2" --keychain "$1" 2>/dev/null || true)
    [ "$found" = "$3" ] || fail "$2 of $1 is '$found', not '$3'"
}
# stop SERVER...
stop() {
    for n in "$@"; do
        kill -9 "${pids[$n]}"
        wait "${pids[$n]}" 2>/dev/null || true
        unset "pids[$n]"
    done
}
