#!/usr/bin/env bash
# Synchronizes two keychains on disk through a git repository: in a folder, behind a real OpenSSH server on a port of
# its own on 127.0.0.1, and behind https, with the password from keychainctl's own helper. What is missing is installed
# where the system has a package of it, and else skipped.
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
integrations=$PWD/Integrations
server=
https=
cleanup() {
    for process in $server $https; do kill "$process" 2>/dev/null || true; done
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

    # Each is killed at some moment; git, which it has started, continues.
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

# Hosting services: https, a password that git asks a helper for, and an authority that only the user's settings name.
over_https() {
    export HOME=$folder/home XDG_DATA_HOME=$folder/data PATH=$folder/bin:$PATH no_proxy=127.0.0.1
    # Variables of the machine that hide the settings of its users.
    unset GIT_SSL_CAINFO SSL_CERT_FILE SSL_CERT_DIR XDG_CONFIG_HOME GIT_CONFIG_GLOBAL PORTABLE_KEYCHAIN
    umask 077
    mkdir -p home data bin repositories
    ln -s "$programs/keychainctl" bin/keychainctl
    ln -s "$programs/keychainctl" bin/git-credential-keychain
    git init --quiet --bare repositories/vault.git
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ca -keyout ca.key \
        -out ca.pem 2>log || fail openssl
    echo subjectAltName=IP:127.0.0.1 >extensions
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server -keyout https.key -out https.csr \
        2>log || fail openssl
    openssl x509 -req -in https.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile extensions \
        -out https.crt 2>log || fail openssl
    cat https.crt https.key >https.pem
    echo 'me:s3 cret' >password
    mkfifo lifeline
    python3 -B "$integrations/git-https.py" https-port repositories https.pem password <lifeline 2>https-log &
    https=$!
    exec 7>lifeline
    for _ in $(seq 500); do [ -s https-port ] && break || sleep 0.02; done
    host=127.0.0.1:$(cat https-port)
    address=https://$host/vault.git
}
kc() { timeout 150 keychainctl "$@" 2>log </dev/null || fail "https: keychainctl $*"; }
# refused TEXT WORDS: a command that must fail, say this, and ask nobody
refused() {
    local text=$1
    shift
    ! timeout 150 keychainctl "$@" >/dev/null 2>log </dev/null || fail "https: not refused: $*"
    grep -qF "$text" log || fail "https: it does not say '$text': $*"
}
login() { printf 'protocol=https\nhost=%s\nusername=me\npassword=%s\n' "$host" "$1" | git credential approve; }
put() { printf '%s' "$3" | timeout 60 keychainctl set --service "$2" --account a --synchronizable --keychain "$1" 2>log; }

if ! command -v python3 >/dev/null || ! command -v openssl >/dev/null ||
    [ ! -x "$(git --exec-path)/git-http-backend" ]; then
    skip https "python3, openssl or git-http-backend is not installed"
    exit 0
fi
over_https
for keychain in first second; do kc create $keychain; done
refused "certificate verification failed" sync setup "$address" --unconfirmed --keychain first
git config --global http.sslCAInfo "$folder/ca.pem"
refused "git has no password for the server" sync setup "$address" --unconfirmed --keychain first
git config --global credential.helper keychain
login 's3 cret'
kc sync setup "$address" --unconfirmed --keychain first >recovery
timeout 60 keychainctl sync invite --keychain first >code 2>log || fail "https: invite"
timeout 60 keychainctl sync join "$address" --name second --keychain second --code-file code 2>log || fail "https: join"
for keychain in first second; do kc sync now --keychain $keychain; done
passed "https: setup and join, with the password from git-credential-keychain"

# Each turn, both send at the same moment: one of them is late, and tries again.
for turn in $(seq 5); do
    for keychain in first second; do put $keychain "of-$keychain" "$turn"; done
    timeout 60 keychainctl sync now --keychain first 2>log-first </dev/null &
    other=$!
    kc sync now --keychain second
    wait "$other" || { cat log-first >log; fail "https: at the same moment"; }
done
for keychain in first second first; do kc sync now --keychain $keychain; done
for keychain in first second; do
    for item in of-first of-second; do
        [ "$(keychainctl get $item/a --keychain $keychain)" = 5 ] || fail "https: $item of $keychain"
    done
done
passed "https: two keychains that send at the same moment converge"

while read -r wrong text; do
    refused "$text" sync remote "https://$host/$wrong/vault.git" --keychain second
done <<'END'
fails error: 500
unprotected Protocol "http" not supported
circle redirects followed
nonsense git fetch failed
page what answers at the address is no git repository
silent Operation too slow
END
kc sync remote "https://$host/moved/vault.git" --keychain second
kc sync remote "$address" --keychain second
echo 'me:another' >password
refused "Authentication failed" sync now --keychain first
login another
kc sync now --keychain first
git config --global core.askPass "touch $folder/asked"
echo 'me:third' >password
refused "Authentication failed" sync now --keychain first
login third
[ ! -e asked ] || fail "https: somebody is asked"
passed "https: what is wrong at the server is said, nobody is asked, and it continues with the right password"

kill "$https"
wait "$https" 2>/dev/null || true
https=
refused "nothing is lost" sync now --keychain first
! grep -qE 's3 cret|another|third' https-log recovery code || fail "https: a password"
passed "https: without the server, it is offline"
