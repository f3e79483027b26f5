#!/usr/bin/env bash
# Synchronizes keychains through three etcd servers on 127.0.0.1, by the commands of keychainctl alone: without and with
# TLS, users and certificates of clients, with the roles of Documentation/Fleet.md, and two zones on one cluster; and
# looks at what is said when the cluster refuses.
#   Integrations/etcd.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

for need in etcd etcdctl openssl; do
    if ! command -v "$need" >/dev/null; then
        echo "SKIPPED  etcd: $need is not installed"
        exit 0
    fi
done
programs=$(realpath "${1:-$(swift build --show-bin-path)}")
document=$PWD/Documentation/Fleet.md
# shellcheck source=Integrations/keychains.sh
. Integrations/keychains.sh

# refused TEXT WORDS: a command that must fail, and say this
refused() {
    local text=$1
    shift
    ! tool "$@" >/dev/null 2>log </dev/null || fail "not refused: $*"
    grep -qF "$text" log || fail "it does not say '$text': $*"
}

# Ports that nobody listens on, as far as can be known.
base=0
for try in $(shuf -i 20000-55000 -n 50); do
    (for port in $(seq "$try" $((try + 5))); do ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || exit 1; done) &&
        base=$try && break
done
hosts=127.0.0.1:$base,127.0.0.1:$((base + 1)),127.0.0.1:$((base + 2))
start() { # NUMBER SCHEME OPTIONS
    local n=$1 scheme=$2 peers=
    shift 2
    for peer in 0 1 2; do peers+=,n$peer=http://127.0.0.1:$((base + 3 + peer)); done
    etcd --name "n$n" --data-dir "$cluster/n$n" --listen-client-urls "$scheme://127.0.0.1:$((base + n))" \
        --advertise-client-urls "$scheme://127.0.0.1:$((base + n))" \
        --listen-peer-urls "http://127.0.0.1:$((base + 3 + n))" \
        --initial-advertise-peer-urls "http://127.0.0.1:$((base + 3 + n))" --initial-cluster "${peers#,}" \
        --heartbeat-interval 50 --election-timeout 500 --log-level error "$@" >>"etcd-$n" 2>&1 &
    pids[$n]=$!
}
cluster() { # NAME SCHEME OPTIONS
    cluster=$folder/$1
    mkdir "$cluster"
    for n in 0 1 2; do start $n "${@:2}"; done
    export ETCDCTL_ENDPOINTS=$hosts
    for _ in $(seq 300); do etcdctl endpoint health >/dev/null 2>&1 && return || sleep 0.1; done
    fail "the servers do not start"
}
# pair NAME REMOTE FIRST SECOND ROLE: lets a second keychain join the vault of a first one; both have 'options'
pair() {
    for keychain in "$3" "$4"; do kc create "$keychain"; done
    kc sync setup "$2" --unconfirmed --name "$3" --keychain "$3" "${first[@]}" </dev/null >"recovery-$1"
    kc sync invite --role "$5" --keychain "$3" >code
    kc sync join "$2" --name "$4" --keychain "$4" "${second[@]}" <code
    for keychain in "$3" "$4"; do kc sync now --keychain "$keychain"; done
}
# converge NAME FIRST SECOND: what one stores, the other has
converge() {
    put "$2" "$1/mail" "from $2"
    put "$3" "$1/bank" "from $3"
    for keychain in "$2" "$3" "$2"; do kc sync now --keychain "$keychain"; done
    for keychain in "$2" "$3"; do
        is "$keychain" "$1/mail" "from $2"
        is "$keychain" "$1/bank" "from $3"
    done
    diff <(kc sync status --keychain "$2" | grep -E '^(commits|digest)') \
        <(kc sync status --keychain "$3" | grep -E '^(commits|digest)') >log || fail "$1: they have read different things"
    passed "$1: two keychains converge"
}

cluster plain http
plain=etcd://$hosts/vaults/plain
first=() second=()
pair plain "$plain" one two admin
converge plain one two

stop 0
put one plain/later "without a server"
kc sync now --keychain one
kc sync now --keychain two
is two plain/later "without a server"
passed "plain: one server of three may be lost"
stop 1
put one plain/last "without a majority"
refused "no server of the cluster answers" sync now --keychain one
is one plain/last "without a majority"
start 1 http
for _ in $(seq 100); do kc sync status --keychain one >/dev/null && tool sync now --keychain one 2>log && break ||
    sleep 0.2; done
kc sync now --keychain two
is two plain/last "without a majority"
passed "plain: without a majority nothing is lost"

# Edits arrive at once, not after a minute.
"$programs/keychainctl" sync run --keychain two 2>run-log &
run=$!
sleep 2
put one plain/now "at once"
kc sync now --keychain one
for _ in $(seq 100); do
    [ "$(tool get plain/now --keychain two 2>/dev/null)" != "at once" ] || break
    sleep 0.1
done
is two plain/now "at once"
kill "$run"
wait "$run" || fail "sync run ends with $?"
passed "plain: 'sync run' is told of edits"

# Two people compare a number, each on a terminal.
if command -v script >/dev/null; then
    kc create four
    mkfifo asking answering
    # Without 'exec', some shells keep 'timeout' in a process group of its own, which may not read from the terminal.
    script -qfec "exec timeout 60 '$programs/keychainctl' sync join '$plain' --request --keychain four" asking-log \
        <asking >/dev/null &
    exec 7>asking
    for _ in $(seq 20); do
        # There is nobody to approve until the other one has asked.
        rm -f answering-log
        script -qfec "exec timeout 60 '$programs/keychainctl' sync approve four --keychain one" answering-log \
            <answering >/dev/null &
        approval=$!
        exec 8>answering
        for _ in $(seq 100); do
            ! grep -qsE 'Does the other|no machine asks' answering-log || break
            sleep 0.1
        done
        ! grep -qs 'no machine asks' answering-log || { wait "$approval" || true; continue; }
        break
    done
    for _ in $(seq 100); do ! grep -qs 'Does the other' asking-log || break; sleep 0.1; done
    number() { grep -oE '[0-9]{3} [0-9]{4}  Does the other' "$1"; }
    cat asking-log answering-log >log
    [ -n "$(number asking-log)" ] && [ "$(number asking-log)" = "$(number answering-log)" ] || fail "approve: the numbers"
    echo y >&7
    echo y >&8
    wait "$approval" || fail "approve ends with $?"
    exec 7>&- 8>&-
    for keychain in one four; do kc sync now --keychain $keychain; done
    is four plain/mail "from one"
    passed "plain: a machine joins by a number"
else
    printf 'SKIPPED  plain: a number: script is not installed\n'
fi

# All machines are lost but the sheet of paper.
kc create three
kc sync recover "$plain" --name three --keychain three <recovery-plain
is three plain/mail "from one"
passed "plain: a recovery key"

# Two zones: each machine joins those that it may read.
zone() { kc create "$1" && kc sync setup "etcd://$hosts/zones/$2" --unconfirmed --keychain "$1" </dev/null >/dev/null; }
zone admin-web web
zone admin-payment payment
kc create server-web
kc sync invite --role reader --keychain admin-web >code
kc sync join "etcd://$hosts/zones/web" --name server --keychain server-web <code
put admin-web web/token "for all servers"
put admin-payment payment/token "for few servers"
for keychain in admin-web admin-payment server-web; do kc sync now --keychain "$keychain"; done
is server-web web/token "for all servers"
is server-web payment/token ""
[ "$(kc sync status --keychain server-web | sed -n 's/^items\t//p')" = 1 ] || fail "items of the zone"
kc create stranger
! tool sync join "etcd://$hosts/zones/payment" --keychain stranger <code 2>log ||
    fail "a code of one zone opens another"
grep -q 'belongs to other keychains' log || fail "a code of another zone"
passed "zones: a machine has the items of its zone only"
stop 1 2

# A database that is full: nothing is lost, and it continues once an administrator has made room.
cluster small http --quota-backend-bytes $((8 << 20))
first=() second=()
pair small "etcd://$hosts/vaults/small" narrow strait admin
converge small narrow strait
put narrow small/late "while it is full"
for _ in $(seq 30); do
    head -c 700000 /dev/urandom | base64 -w0 | etcdctl put fill >/dev/null 2>&1 || break
done
etcdctl alarm list | grep -q NOSPACE || fail "the database does not become full"
refused "the database of the cluster is full" sync now --keychain narrow
kc sync now --keychain strait
is strait small/mail "from narrow"
{
    etcdctl del fill
    etcdctl compact "$(etcdctl get fill -w json | sed -E 's/.*"revision":([0-9]+).*/\1/')"
    etcdctl defrag
    etcdctl alarm disarm
} >log 2>&1 || fail "making room"
converge small narrow strait
is strait small/late "while it is full"
passed "full: it is said, and nothing is lost"
stop 0 1 2

# TLS, users, roles by the commands of the document.
for name in ca other; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$name" \
        -keyout $name.key -out $name.pem 2>/dev/null
done
echo 'subjectAltName=IP:127.0.0.1' >extensions
for name in server client; do
    # Without a common name: etcd's gateway refuses certificates with one.
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /O=$name -keyout $name.key \
        -out $name.csr 2>/dev/null
    openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile extensions \
        -out $name.pem 2>/dev/null
done
export ETCDCTL_CACERT=$folder/ca.pem ETCDCTL_CERT=$folder/client.pem ETCDCTL_KEY=$folder/client.key
tls=(--cert-file server.pem --key-file server.key)
cluster tls https "${tls[@]}"
for user in root web1 admin1 writer1; do printf 'secret-of-%s\n' $user >$user.password; done
# The blocks of the document that ask etcd, up to the one that turns the rights on.
awk '/^```sh$/ { block = ""; inside = 1; next }
     /^```$/ { if (inside && block ~ /etcdctl (role|auth)/) printf "%s", block; inside = 0; next }
     inside { block = block $0 "\n" }' "$document" >roles
grep -q 'auth enable' roles || fail "the commands of the document"
sed '/^etcdctl auth enable/d' roles >before
for user in admin1:admin writer1:writer; do
    echo "etcdctl user add ${user%:*} --interactive=false <${user%:*}.password"
    echo "etcdctl user grant-role ${user%:*} team-${user#*:}"
done >>before
bash -euc '. ./before; etcdctl auth enable' >log 2>&1 || fail "the commands of the document"
team=etcds://$hosts/vaults/team
first=(--ca ca.pem --user admin1 --password-file admin1.password)
second=(--ca ca.pem --user web1 --password-file web1.password)
pair team "$team" admin web reader
put admin team/mail "from admin"
kc sync now --keychain admin
kc sync now --keychain web
is web team/mail "from admin"
# A reader has its own edits, and nobody else has them.
put web team/own "of the reader"
tool sync now --keychain web 2>log || true
kc sync now --keychain admin
is admin team/own ""
# Not even past keychainctl.
! ETCDCTL_USER="web1:secret-of-web1" etcdctl put /vaults/team/tip x >log 2>&1 || fail "a reader commits"
! ETCDCTL_USER="web1:secret-of-web1" etcdctl del /vaults/team/f/head >log 2>&1 || fail "a reader deletes"
passed "users: a reader synchronizes, and cannot commit"
kc create writer
kc sync invite --role writer --keychain admin >code
kc sync join "$team" --name writer --keychain writer --ca ca.pem --user writer1 --password-file writer1.password <code
kc sync now --keychain admin
kc sync now --keychain writer
converge team admin writer
kc sync now --keychain web
is web team/bank "from writer"

# The password is in no file that this machine keeps, and in no argument.
! grep -rqF "secret-of" "$XDG_DATA_HOME" || fail "a password lies on the disk"
passed "users: no password on the disk"

refused "the server refuses the user name or the password" sync remote "$team" --ca ca.pem --user web1 \
    --password-file root.password --keychain web
refused "the user may not read or write this vault" sync remote "etcds://$hosts/vaults/other" --ca ca.pem \
    --user web1 --password-file web1.password --keychain web
refused "is not of the authority" sync remote "$team" --ca other.pem --user web1 --password-file web1.password \
    --keychain web
refused "would be sent without encryption" sync remote "etcd://192.0.2.1/vaults/team" --user web1 --unencrypted \
    --password-file web1.password --keychain web
kc sync now --keychain web
passed "users: what is refused is said, and changes nothing"

# A new password, here and there. The item with it is of this machine.
printf 'another\n' >web1.password
ETCDCTL_USER="root:secret-of-root" etcdctl user passwd web1 --interactive=false <web1.password >log 2>&1 ||
    fail "a new password"
refused "enter them again" sync now --keychain web
printf another | kc set --service etcd --account web1 --keychain web
kc sync remote "$team" --ca ca.pem --user web1 --password-item etcd/web1 --keychain web
kc sync now --keychain web
passed "users: a new password"

# The same servers, which want certificates of their clients now.
stop 0 1 2
for n in 0 1 2; do start $n https "${tls[@]}" --client-cert-auth --trusted-ca-file ca.pem; done
for _ in $(seq 300); do etcdctl endpoint health --user "root:secret-of-root" >/dev/null 2>&1 && break || sleep 0.1; done
refused "wants a certificate of this machine" sync now --keychain admin
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=admin1 -CA ca.pem -CAkey ca.key \
    -keyout named.key -out named.pem 2>log || fail "openssl"
refused "refuses the one in the settings" sync remote "$team" "${first[@]}" --certificate named.pem --key named.key \
    --keychain admin
kc sync remote "$team" "${first[@]}" --certificate client.pem --key client.key --keychain admin
put admin team/certified "with a certificate"
kc sync now --keychain admin
! grep -rqF "PRIVATE KEY" "$XDG_DATA_HOME" || fail "a private key lies on the disk"
passed "certificates: of clients"
