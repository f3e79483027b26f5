#!/usr/bin/env bash
# Runs the helpers under the programs that they are for: docker, pip, Python's keyring, cargo, aws; the recipes of
# Documentation/OtherPrograms.md with theirs; and what is exported with KeePassXC.
# What is missing is installed where the system has a package of it, and else skipped, which is said.
#   Integrations/test.sh [PATH-OF-KEYCHAINCTL]
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for need in docker:docker.io cargo:cargo aws:awscli python3:python3-venv; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
for package in "${missing[@]}"; do
    Scripts/install-needs.sh "$package" || echo "There is no package $package to install here."
done

program=$(realpath "${1:-$(swift build --show-bin-path)/keychainctl}")
integrations=$PWD/Integrations
# Settings of this machine, such as where packages come from, stay as they are; homes do not.
cargo_home=${CARGO_HOME:-$HOME/.cargo} rustup_home=${RUSTUP_HOME:-$HOME/.rustup}
folder=$(mktemp -d)
servers=()
cleanup() {
    kill "${servers[@]}" 2>/dev/null || true
    keychainctl lock >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap cleanup EXIT
export HOME=$folder/home XDG_DATA_HOME=$folder/data
mkdir -p "$HOME" "$folder/bin"
"$program" install-links "$folder/bin"
ln -s "$program" "$folder/bin/keychainctl"
export PATH=$folder/bin:$PATH
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
cd "$folder"

skipped=()
skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2" && skipped+=("$1"); }
passed() { printf 'passed   %s\n' "$1"; }
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s log ] || cat log >&2
    exit 1
}
# Runs a command that must succeed.
must() { "$@" >log 2>&1 || fail "$*"; }
# Runs a command that must not.
must_not() { ! "$@" >log 2>&1 || fail "$* (which should have failed)"; }

if ! command -v python3 >/dev/null; then
    skip "all but git" "python3, which serves the registries here, is not installed"
    exit 0
fi
# Starts a server, and waits until it has written its port into a file.
serve() {
    python3 -B "$integrations/server.py" "$@" &
    servers+=($!)
    for _ in $(seq 100); do [ -s "$1" ] || sleep 0.1; done
}
serve port
host=127.0.0.1:$(cat port)

test_docker() {
    command -v docker >/dev/null || { skip docker "docker is not installed"; return; }
    mkdir -p "$HOME/.docker"
    echo '{"credsStore": "keychain"}' >"$HOME/.docker/config.json"
    if ! echo "s3 cret" | docker login --username me --password-stdin "$host" >log 2>&1; then
        # Older clients leave it to their server.
        grep -qi "daemon" log || fail "docker login"
        skip docker "this docker logs in through its daemon, and none is running"
        return
    fi
    ! grep -q '"auth"' "$HOME/.docker/config.json" || fail "docker keeps a password in its file"
    [ "$(keychainctl get --server 127.0.0.1 --label "Docker Credentials")" = "s3 cret" ] ||
        fail "docker: the keychain does not have the password"
    # It asks the keychain now, whatever comes of it without docker's daemon.
    docker login "$host" </dev/null >log 2>&1 || true
    grep -q "existing credentials.*me" log || fail "docker does not find the password"
    must docker logout "$host"
    must_not keychainctl get --server 127.0.0.1
    passed docker
}

# pip in the virtual environment, with `keyring` from the links.
test_pip() {
    local pip=(venv/bin/python -m pip --isolated --disable-pip-version-check)
    local download=("${pip[@]}" download --no-deps --no-cache-dir --no-input --dest download
        --keyring-provider subprocess --index-url "http://me@$host/simple/" hello-keychain)
    local version
    version=$("${pip[@]}" --version | cut -d' ' -f2)
    rm -rf download
    must_not "${download[@]}"
    # Under the address of the index, and without a user in it.
    echo "s3 cret" | must keyring set "http://$host/simple/" me
    must "${download[@]}"
    [ -e download/hello_keychain-1.0-py3-none-any.whl ] || fail "pip downloaded nothing"
    must keyring del "http://$host/simple/" me
    passed "pip $version"
}

test_python() {
    python3 -m venv venv >log 2>&1 || { skip "pip and keyring" "python3 has no venv"; return; }
    # The oldest dialect first: pip learned to run keyring in 23.1.
    if ! venv/bin/pip install -q --timeout 20 --retries 1 "pip==23.2.1" >log 2>&1; then
        skip "pip and keyring" "packages of Python cannot be reached"
        return
    fi
    test_pip
    must venv/bin/pip install -q --upgrade pip
    test_pip
    must venv/bin/pip install -q keyring pytest
    # A copy, as building leaves files beside the sources.
    cp -r "$integrations/python" python
    must venv/bin/pip install -q ./python
    must venv/bin/python -B -m pytest -q -p no:cacheprovider python/tests
    passed "keyring $(venv/bin/pip list 2>/dev/null | awk '$1 == "keyring" { print $2 }'), with its own tests"
    # Through a file: grep ends at the first match, which keyring takes for a failure.
    venv/bin/python -m keyring --list-backends >backends 2>log && grep -q portable_keychain backends ||
        fail "keyring does not find the backend"
    passed "keyring's choice of backends"
}

test_cargo() {
    command -v cargo >/dev/null || { skip cargo "cargo is not installed"; return; }
    local cargo
    cargo=$(RUSTUP_HOME=$rustup_home CARGO_HOME=$cargo_home command -v cargo)
    mkdir -p cargo/.cargo
    cat >cargo/.cargo/config.toml <<END
[registries.mine]
index = "sparse+http://$host/index/"
credential-provider = ["cargo-credential-keychain"]
END
    run_cargo() { (cd cargo && RUSTUP_HOME=$rustup_home CARGO_HOME=$folder/cargo-home "$cargo" "$@"); }
    must_not run_cargo search --registry mine hello
    echo t0ken | must run_cargo login --registry mine
    [ "$(keychainctl get --service "cargo-registry:sparse+http://$host/index/")" = t0ken ] ||
        fail "cargo: the keychain does not have the token"
    must run_cargo search --registry mine hello
    must run_cargo logout --registry mine
    must_not run_cargo search --registry mine hello
    passed "cargo $(run_cargo --version | cut -d' ' -f2)"
}

test_aws() {
    # A shim of a version manager may stand for a program that is not there.
    aws --version >log 2>&1 || { skip aws "the aws command is not installed"; return; }
    must aws configure set credential_process 'aws-credential-keychain get work' --profile work
    echo '{"AccessKey": {"AccessKeyId": "AKIAEXAMPLE1234", "SecretAccessKey": "s3/cret"}}' |
        must aws-credential-keychain set work
    must aws configure list --profile work
    grep 'access_key.*1234.*custom-process' log >/dev/null || fail "aws does not use the keys"
    must aws-credential-keychain delete work
    must_not aws-credential-keychain get work
    passed aws
}

# shellcheck source=Integrations/examples.sh
source "$integrations/examples.sh"
# shellcheck source=Integrations/keepassxc.sh
source "$integrations/keepassxc.sh"

test_docker
test_python
test_cargo
test_aws
test_npm
test_ansible
test_kubectl
test_terraform
test_direnv
test_cron
test_project
test_keepassxc
[ ${#skipped[@]} -eq 0 ] || printf 'Skipped: %s\n' "$(IFS=,; echo "${skipped[*]}")"
