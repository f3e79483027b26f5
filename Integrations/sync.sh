#!/usr/bin/env bash
# Synchronizes two keychains on disk through a git repository: in a folder, behind a real OpenSSH server, and over
# https with a password through git's own server; both listen on 127.0.0.1 only. What is missing is installed where the
# system has a package of it, and else skipped.
#   Integrations/sync.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for need in git:git ssh:openssh-client; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
[ -x /usr/sbin/sshd ] || missing+=(openssh-server)
for package in "${missing[@]}"; do
    Scripts/install-needs.sh "$package" || echo "There is no package $package to install here."
done

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
folder=$(mktemp -d)
here=$PWD
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"

skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2"; }
passed() { printf 'passed   %s\n' "$1"; }
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s log ] || tail -n 40 log >&2
    exit 1
}

# Two devices of a person on a repository; each is a process for each thing that it does.
driver() {
    local task=$1 device=$2
    timeout 120 "$programs/SyncDriver" "$task" "$folder/$device" "${@:3}"
}
round() {
    local end
    end=$(driver round "$1" "$2" 2>log) || fail "a round of $1: $end"
    [ "$end" = "settled" ] || fail "a round of $1: $end"
}
converge() {
    local name=$1 remote=$2
    rm -rf one two
    driver begin one "$remote" 2>log || fail "$name: begin"
    driver add one "$remote" "$folder/two" 2>log || fail "$name: add"
    driver write one "$remote" mail "from one"
    driver write two "$remote" bank "from two"
    for device in one two one; do round $device "$remote"; done
    printf 'bank=from two\nmail=from one\n' >wanted
    for device in one two; do
        driver list $device "$remote" | cmp - wanted || fail "$name: $device has other items"
    done
    passed "$name: two keychains converge"

    # Each is killed at some moment; git, which it has started, goes on.
    for turn in $(seq 20); do
        for device in one two; do
            driver write $device "$remote" "of-$device" "$turn"
            # In a shell of its own, which keeps to itself that it was killed.
            (timeout -s KILL "0.$((RANDOM % 40 + 10))" "$programs/SyncDriver" round \
                "$folder/$device" "$remote" || true) >/dev/null 2>&1
        done
    done
    for device in one two one two; do round $device "$remote"; done
    printf 'of-one=20\nof-two=20\n' >>wanted
    for device in one two; do
        driver list $device "$remote" | cmp - wanted || fail "$name: $device lost something"
    done
    passed "$name: nothing is lost by 40 kills"
}

git init --quiet --bare "$folder/folder.git"
converge "a folder" "$folder/folder.git"

# A server that knows one key, as the user who runs this.
start_server() {
    for key in host user; do ssh-keygen -q -t ed25519 -N '' -f $key; done
    echo "* $(cut -d' ' -f1,2 host.pub)" >known
    # A server of the root user wants this folder, which the system makes when it boots.
    [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
    cat >server <<END
ListenAddress 127.0.0.1
HostKey $folder/host
PidFile $folder/pid
AuthorizedKeysFile $folder/user.pub
AuthenticationMethods publickey
PermitRootLogin yes
StrictModes no
UsePAM no
END
    for port in $(shuf -i 20000-60000 -n 20); do
        /usr/sbin/sshd -f server -p "$port" -E server-log
        for _ in $(seq 100); do [ -s pid ] && break || sleep 0.02; done
        [ ! -s pid ] || break
    done
    server=$(cat pid) || fail "sshd does not start"
    export GIT_SSH_COMMAND="ssh -F none -i $folder/user -o IdentitiesOnly=yes -o UserKnownHostsFile=$folder/known"
}

if [ -x /usr/sbin/sshd ]; then
    start_server
    git init --quiet --bare "$folder/ssh.git"
    converge "ssh" "ssh://$(id -un)@127.0.0.1:$port$folder/ssh.git"
    git init --quiet --bare "$folder/short.git"
    # The short form has no port; git is told as people tell it.
    GIT_SSH_COMMAND="$GIT_SSH_COMMAND -p $port" converge "ssh, HOST:PATH" "$(id -un)@127.0.0.1:$folder/short.git"
    # Without the server, people are told so.
    kill "$server"
    server=
    [ "$(driver round one "ssh://127.0.0.1:$port$folder/ssh.git" 2>log)" = offline ] || fail "no server"
    passed "ssh: without the server, it is offline"
else
    skip ssh "sshd is not installed"
fi

# The only authority that counts is the one of this folder, and the user's password is where git's helper keeps it.
start_https() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority \
        -keyout authority.key -out authority.pem 2>/dev/null
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout web.key -out web.csr 2>/dev/null
    openssl x509 -req -in web.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
        -extfile <(echo 'subjectAltName=DNS:localhost') -out web.pem 2>/dev/null
    mkdir web home
    git init --quiet --bare web/keys.git
    git -C web/keys.git config http.receivepack true
    echo right >web/password
    python3 "$here/Integrations/git-server.py" web web.pem web.key port-of-web 2>web-log &
    server=$!
    for _ in $(seq 250); do [ -s port-of-web ] && break || sleep 0.02; done
    [ -s port-of-web ] || fail "the https server does not start"
    web="https://ann@localhost:$(cat port-of-web)/keys.git"
    export HOME=$folder/home
}
# says NAME TEXT TASK: a task is not done, and why.
says() {
    driver "$3" one "$web" >log 2>&1 || true
    grep -qE '^offline|failed: unavailable' log && grep -q "$2" log || fail "https: $1"
    passed "https: $1"
}

if command -v openssl >/dev/null && git http-backend </dev/null 2>&1 | grep -q Status; then
    start_https
    says "a server that no authority vouches for" 'certificate verification failed' begin
    export GIT_SSL_CAINFO=$folder/authority.pem
    says "no password" 'git has no password for the server' begin
    git config --global credential.helper store
    echo "https://ann:wrong@localhost%3a$(cat port-of-web)" >home/.git-credentials
    says "a wrong password" 'Authentication failed' begin
    echo "https://ann:right@localhost%3a$(cat port-of-web)" >home/.git-credentials
    converge "https" "$web"
    for trouble in error garbage elsewhere; do
        echo $trouble >web/trouble
        says "a server with $trouble" 'git fetch failed' round
    done
    rm web/trouble
    round one "$web"
    passed "https: it goes on afterwards"
    kill "$server"
    server=
else
    skip https "openssl or git http-backend is not installed"
fi
