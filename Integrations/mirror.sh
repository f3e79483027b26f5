#!/usr/bin/env bash
# Publishes keychains as mirrors and reads them: through nginx as Documentation/Fleet.md sets it up, through Varnish,
# through a server that does what none should do, and while the publishing program is killed. 'measure' does none of
# that: it prints what one worker of nginx carries.
#   Integrations/mirror.sh [measure] [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

measures=
[ "${1:-}" != measure ] || { measures=1; shift; }
PATH=$PATH:/usr/sbin:/sbin
needs=(git:git nginx:nginx-light openssl:openssl curl:curl python3:python3)
if [ -n "$measures" ]; then needs+=(wrk:wrk); else needs+=(varnishd:varnish); fi
missing=()
for need in "${needs[@]}"; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
for package in "${missing[@]}"; do
    Scripts/install-needs.sh "$package" || echo "There is no package $package to install here."
done
for need in "${needs[@]}"; do
    [ "$need" != varnishd:varnish ] || continue
    if ! command -v "${need%%:*}" >/dev/null; then
        echo "SKIPPED  mirror: ${need%%:*} is not installed"
        exit 0
    fi
done

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
integrations=$PWD/Integrations
document=$PWD/Documentation/Fleet.md
# shellcheck source=Integrations/keychains.sh
. Integrations/keychains.sh
# A worker of nginx outlives a killed master, so the master is asked to end first.
quit() {
    [ -z "${pids[nginx]:-}" ] || { kill -TERM "${pids[nginx]}" && wait "${pids[nginx]}"; } 2>/dev/null || true
    unset 'pids[nginx]'
    cleanup
}
trap quit EXIT
# The server runs as another user than the one that publishes.
chmod 711 "$folder"
umask 022

# status NUMBER TEXT WORDS: a command that must end with a status, and say a text
status() {
    local wanted=$1 text=$2 status=0
    shift 2
    tool "$@" >/dev/null 2>log </dev/null || status=$?
    [ "$status" = "$wanted" ] || fail "it ends with $status, not $wanted: $*"
    [ -z "$text" ] || grep -qE "$text" log || fail "it does not say '$text': $*"
}
# soon SECONDS WORDS: a condition that becomes true in time
soon() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.3
    done
}
has() { [ "$(tool get "$2" --keychain "$1" 2>/dev/null)" = "$3" ]; }
arrives() { tool sync now --keychain "$1" 2>log && has "$@"; }
edit() { # ITEM SECRET
    put admin "$1" "$2"
    kc sync now --keychain admin
}
# join KEYCHAIN PLACE: a reader joins through a mirror; what it printed is brought to the admin
join() {
    kc create "$1"
    kc sync join "$place" --name "$1" --keychain "$1" --ca ca.pem --code-file readers >"$1.request"
    kc sync admit "$1.request" --keychain admin
}

# MARK: The servers

certificate() {
    {
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ca -keyout ca.key \
            -out ca.pem
        echo subjectAltName=IP:127.0.0.1 >extensions
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server -keyout https.key \
            -out https.csr
        openssl x509 -req -in https.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile extensions \
            -out https.crt
    } 2>log || fail openssl
}
# Ports that are free, as far as can be known.
for base in $(shuf -i 20000-55000 -n 50); do
    (for port in $(seq "$base" $((base + 2))); do ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || exit 1; done) &&
        break
done
https=$base http=$((base + 1)) cache=$((base + 2))
# location NAME FOLDER: what the document says, for another path and folder
location() {
    awk '/^```nginx$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$document" |
        sed "s:/team/:/$1/:g; s:/srv/www/keys/:$2/:g"
}
serve() {
    grep -q 'location = /team/stamp' <(location team "$folder/keys") || fail "the settings of the document"
    cat >nginx.conf <<SETTINGS
worker_processes 1;
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx.log;
events { worker_connections 4096; }
http {
    log_format reader '\$connection \$bytes_sent \$request_uri';
    access_log off;
    client_body_temp_path $folder/t1; proxy_temp_path $folder/t2; fastcgi_temp_path $folder/t3;
    uwsgi_temp_path $folder/t4; scgi_temp_path $folder/t5;
    server {
        listen 127.0.0.1:$https ssl;
        ssl_certificate $folder/https.crt;
        ssl_certificate_key $folder/https.key;
        $(location team "$folder/keys")
        $(location killed "$folder/killed")
        location /read/ { access_log $folder/access.log reader; alias $folder/keys/; }
    }
    server {
        listen 127.0.0.1:$http;
        $(location team "$folder/keys" | sed 's/max-age=30/max-age=1/')
    }
}
SETTINGS
    nginx -p "$folder" -e "$folder/nginx.log" -c "$folder/nginx.conf" 2>log &
    pids[nginx]=$!
    soon 20 curl -so /dev/null "http://127.0.0.1:$http/" || { cat nginx.log >>log; fail "nginx does not start"; }
}
# head PATH: the headers of an answer
head_of() { curl -sS --cacert ca.pem -o /dev/null -D - "https://127.0.0.1:$https/team/$1" 2>log || fail "curl $1"; }
objects() { (cd "${1:-keys}" && find o -type f | sort); }
# header TEXT PATH: an answer has a header
header() { grep -qix "$1"$'\r' <(head_of "$2") || { head_of "$2" >log; fail "$2 has no header '$1'"; }; }

# MARK: A vault

begin() {
    certificate
    git init --quiet --bare "$folder/vault.git"
    kc create admin
    kc sync setup "$folder/vault.git" --name admin --unconfirmed --keychain admin </dev/null >/dev/null
    kc sync invite --role publisher --uses 2 --keychain admin >publishers
    kc sync invite --role reader --uses 50 --keychain admin >readers
    chmod 600 publishers readers
    for publisher in publisher other; do
        kc create $publisher
        kc sync join "$folder/vault.git" --name $publisher --keychain $publisher --code-file publishers
    done
    kc sync now --keychain admin
    for publisher in publisher other; do kc sync now --keychain $publisher; done
    serve
}


# MARK: As the document says

through_nginx() {
    place=mirror+https://127.0.0.1:$https/team
    edit mirror/mail first
    kc sync publish keys --keychain publisher
    header 'HTTP/1.1 200 OK' stamp
    header 'Cache-Control: max-age=30' stamp
    object=$(objects | head -n 1)
    header 'HTTP/1.1 200 OK' "$object"
    header 'Cache-Control: max-age=315360000' "$object"
    # An answer that there is no such file may change.
    header 'HTTP/1.1 404 Not Found' "$object"x
    ! grep -qiE '^(Cache-Control|Expires)' <(head_of "$object"x) || fail "caches keep that a file is missing"
    passed "nginx: what the document says serves the files, with the headers for caches"

    kc create web
    status 64 "the address contains a user" sync join "${place/127/me@127}" --keychain web --code-file readers
    status 53 "is not of an authority that is trusted" sync join "$place" --keychain web --code-file readers
    status 53 "there is no mirror" sync join "${place}s" --keychain web --ca ca.pem --code-file readers
    kc remove-keychain web --yes
    passed "nginx: a wrong address, and a certificate of another authority"

    for keychain in web branch gone; do join $keychain; done
    status 53 "keychainctl sync admit" sync now --keychain web
    # What an evil server can still show a minute later, and what it would hide.
    kc sync publish keys --valid 1m --keychain publisher
    expiry=$((SECONDS + 61))
    cp -r keys old
    for keychain in web branch gone; do arrives $keychain mirror/mail first || fail "$keychain does not read"; done
    cp -r data evil-data
    edit mirror/mail second
    kc sync publish keys --keychain publisher
    cp -r keys new
    arrives web mirror/mail second || fail "an edit"
}
through_nginx_later() {
    kc sync rotate --keychain admin </dev/null
    kc sync now --keychain publisher
    edit mirror/bank "under new keys"
    kc sync publish keys --keychain publisher
    for keychain in web gone; do arrives $keychain mirror/bank "under new keys" || fail "new keys of $keychain"; done
    passed "nginx: readers join by a request, and follow edits and new keys"

    kc sync remove gone --keychain admin </dev/null
    edit mirror/bank "without it"
    kc sync publish keys --keychain publisher
    status 77 "was removed from" sync now --keychain gone
    is gone mirror/bank "under new keys"
    arrives web mirror/bank "without it" || fail "the others"
    passed "nginx: a reader is told of its removal, and reads nothing after it"
}

# MARK: A cache on the way

through_varnish() {
    if ! command -v varnishd >/dev/null; then
        printf 'SKIPPED  varnish: it is not installed\n'
        return
    fi
    printf 'vcl 4.1;\nbackend mirror { .host = "127.0.0.1"; .port = "%s"; }\n' $http >vcl
    varnishd -j none -F -f "$folder/vcl" -a "127.0.0.1:$cache" -n "$folder/varnish" -s malloc,16m >varnish-log 2>&1 &
    pids[varnish]=$!
    soon 30 curl -fso /dev/null "http://127.0.0.1:$cache/team/stamp" || { cp varnish-log log; fail "no varnish"; }
    for keychain in web branch; do
        kc sync remote "mirror+http://127.0.0.1:$cache/team" --keychain $keychain </dev/null
    done
    edit mirror/mail "through a cache"
    kc sync publish keys --keychain publisher
    # The cache gives out an expired stamp for some seconds more, while it fetches a new one.
    for keychain in web branch; do
        soon 30 arrives $keychain mirror/mail "through a cache" || fail "varnish: $keychain does not get an edit"
    done
    # Two numbers: this request, and the one that brought the file here.
    object=$(objects | head -n 1)
    curl -fsS -o /dev/null "http://127.0.0.1:$cache/team/$object" 2>log || fail "varnish: $object"
    grep -qiE '^X-Varnish: [0-9]+ [0-9]+' <(curl -sS -o /dev/null -D - "http://127.0.0.1:$cache/team/$object") ||
        fail "varnish: it does not keep $object"
    # The second reader gets what the first one has asked for.
    hits() { varnishstat -n "$folder/varnish" -1 -f MAIN.cache_hit | awk '{ print $2 }'; }
    [ "$(hits)" -gt 4 ] || fail "varnish: $(hits) hits"
    for keychain in web branch; do kc sync remote "$place" --ca ca.pem --keychain $keychain </dev/null; done
    passed "varnish: an edit arrives through a cache, which keeps the objects"
    kill "${pids[varnish]}"
    wait "${pids[varnish]}" 2>/dev/null || true
    unset 'pids[varnish]'
}

# MARK: Programs that publish

run_begin() {
    "$programs/keychainctl" sync run --publish keys --keychain publisher 2>run-log &
    pids[run]=$!
    run=$!
    soon 20 refuses_second || fail "two programs publish into one folder"
    edit mirror/run "by itself"
    edited=$SECONDS
}
refuses_second() {
    ! tool sync publish keys --keychain other 2>log >/dev/null && grep -q 'another program publishes into' log
}
run_end() {
    soon $((edited + 120 - SECONDS)) arrives web mirror/run "by itself" || { cp run-log log; fail "run: an edit"; }
    kill "$run"
    wait "$run" || fail "run: it ends with $?"
    unset 'pids[run]'
    passed "run: an edit elsewhere is in the mirror in two minutes"

    "$programs/keychainctl" sync run --publish own --keychain admin 2>run-log &
    run=$!
    pids[run]=$!
    soon 20 test -e own/stamp || { cp run-log log; fail "run: the admin does not publish"; }
    cp own/stamp own-stamp
    put admin mirror/run "of its own"
    soon 10 differ own/stamp own-stamp || fail "run: an edit of its own"
    kill "$run"
    wait "$run" || fail "run: it ends with $?"
    unset 'pids[run]'
    passed "run: an edit of its own is in the mirror at once"
}
differ() { ! cmp -s "$1" "$2"; }

# kills: a program that publishes is killed at some moment, 30 times
kills() {
    kc sync publish killed --keychain other
    kc sync remote "mirror+https://127.0.0.1:$https/killed" --ca ca.pem --keychain branch </dev/null
    local killed=0 late=0 turn end
    for turn in $(seq 30); do
        edit mirror/killed "$turn"
        end=0
        # In a shell of its own, which keeps to itself that it was killed.
        (timeout -s KILL "0.$(printf %03d $((RANDOM % 600 + 30)))" "$programs/keychainctl" sync publish killed \
            --keychain other || exit $?) >/dev/null 2>&1 || end=$?
        [ $end = 0 ] || killed=$((killed + 1))
        end=0
        tool sync now --keychain branch >/dev/null 2>log </dev/null || end=$?
        case $end in
            0) ;;
            53) late=$((late + 1)) ;;
            *) fail "kills: after turn $turn a reader ends with $end" ;;
        esac
    done
    kc sync publish killed --keychain other
    arrives branch mirror/killed 30 || fail "kills: the last state"
    [ $killed -gt 4 ] || fail "kills: only $killed of 30 were killed"
    passed "kills: $killed of 30 publications are killed; readers have all in the end, and were put off $late times"
}

# MARK: A server that does what none should do

evil_begin() {
    mkdir modes
    python3 -B "$integrations/mirror.py" evil-port modes old new 2>evil-log &
    pids[evil]=$!
    soon 20 test -s evil-port || fail "mirror.py does not start"
    evil=mirror+http://127.0.0.1:$(cat evil-port)
}
# evil NAME STATUS TEXT MODE...: a reader with a data folder of its own, which is wronged and then served well
evil() {
    local name=$1 status=$2 text=$3
    shift 3
    mkdir "wronged-$name"
    cp -r evil-data "wronged-$name/data"
    (
        cd "wronged-$name"
        export XDG_DATA_HOME=$PWD/data
        kc sync remote "$evil/$name" --keychain web </dev/null
        # It has read the old state, and nothing newer.
        is web mirror/mail first
        echo "$@" >"../modes/$name"
        [ "$name" != expired ] || sleep $((expiry > SECONDS ? expiry - SECONDS : 0))
        before=$SECONDS
        status "$status" "$text" sync now --keychain web
        [ $((SECONDS - before)) -lt 60 ] || fail "$name: it takes $((SECONDS - before)) seconds"
        # A next step, and nothing that the server says.
        [ "$status" = 0 ] || grep -q '; ' log || fail "$name: no next step"
        ! grep -qE 'secret-of-the-server|Log in' log || fail "$name: text of the server"
        is web mirror/mail first
        rm "../modes/$name"
        arrives web mirror/mail second || fail "$name: it does not recover"
        # A reader that has read the new state does not take the old one.
        if [ "$name" = frozen ]; then
            echo frozen >../modes/frozen
            status 53 "the mirror shows an old state" sync now --keychain web
            is web mirror/mail second
            rm ../modes/frozen
            arrives web mirror/mail second || fail "frozen: it does not recover"
        fi
    ) 2>"wronged-$name/failure" &
    wrongs[$!]=$name
}
evil_all() {
    declare -gA wrongs=()
    # Until it expires, the state before cannot be told from one that is new.
    [ $SECONDS -gt $((expiry - 20)) ] || evil frozen 0 "" frozen
    evil expired 53 "the mirror shows an old state" frozen
    evil mixed 53 "does not have all files" mixed
    evil empty 53 "no mirror" empty
    evil cut 53 "does not answer" cut
    evil cut-objects 53 "does not answer" cut objects
    evil short 53 "no mirror" short
    evil short-objects 53 "other files than" short objects
    evil altered-objects 53 "other files than" altered objects
    # No honest server and no cache shows a stamp with another signature.
    evil altered-stamp 80 "" altered stamp
    evil slow 53 "does not answer" slow
    evil slow-objects 53 "does not answer" slow objects
    evil endless 53 "does not answer like" endless
    evil endless-objects 53 "does not answer like" endless objects
    evil elsewhere 53 "does not answer like" elsewhere
    evil elsewhere-objects 53 "does not answer like" elsewhere objects
    evil forbidden 53 "does not answer like" forbidden
    evil broken 53 "has a fault of its own" broken
    evil page 53 "no mirror" page
}
evil_end() {
    local process failed=
    for process in "${!wrongs[@]}"; do
        wait "$process" || { failed+=" ${wrongs[$process]}"; cat "wronged-${wrongs[$process]}/failure" >&2; }
    done
    : >log
    [ -z "$failed" ] || fail "evil:$failed"
    [ ! -e modes/.followed ] || fail "evil: a reader goes where the server sends it"
    passed "evil: ${#wrongs[@]} wrongs of a server change nothing, are said, and end when it is honest again"
}

# MARK: How much one worker carries

# load NAME CONNECTIONS: sends the requests of the file NAME again and again, and prints how many are answered a second;
# of each line, the first word says whether the connection ends with it
load() {
    cat >load.lua <<'LUA'
local requests, turn = {}, 0
function init()
    for line in io.lines(os.getenv("REQUESTS")) do
        local last, path = line:match("^(%S+) (%S+)$")
        requests[#requests + 1] = wrk.format("GET", path, { Connection = last == "close" and "close" or nil })
    end
end
function request()
    turn = turn % #requests + 1
    return requests[turn]
end
LUA
    REQUESTS=$folder/$1 wrk -t 1 -c "$2" -d 8s --timeout 10s -s load.lua "https://127.0.0.1:$https" >wrk-log 2>&1 ||
        { cp wrk-log log; fail "wrk"; }
    ! grep -q 'Non-2xx' wrk-log || { cp wrk-log log; fail "wrk: answers that are no success"; }
    awk '/^Requests\/sec/ { printf "%d", $2 }' wrk-log
}
measure() {
    place=mirror+https://127.0.0.1:$https/read
    python3 -c '
import json
item = dict(account="a", group="keychainctl", synchronizable=True, secret="a password of 24 bytes..")
item.update({"class": "generic", "accessible": "when-unlocked"})
items = [dict(item, service=f"service-{i}") for i in range(1000)]
print(json.dumps({"format": "keychain-export", "version": 1, "items": items}))' >items.json
    kc import items.json --yes --keychain admin >/dev/null </dev/null
    kc sync now --keychain admin
    kc sync publish keys --keychain publisher
    join web
    kc sync publish keys --keychain publisher
    : >access.log
    arrives web service-7/a "a password of 24 bytes.." || fail "the items"
    awk '{ bytes += $2 } END { printf "first reading of 1,000 items: %d requests, %d bytes\n", NR, bytes }' access.log
    edit service-7/a another
    kc sync publish keys --keychain publisher
    : >access.log
    arrives web service-7/a another || fail "an edit"
    # By connections, as they were.
    sort -s -k1,1n access.log | awk '{ if (NR > 1) print (last == $1 ? "keep" : "close"), path; last = $1; path = $3 }
        END { print "close", path }' >change
    local requests bytes connections
    requests=$(wc -l <change)
    bytes=$(awk '{ bytes += $2 } END { print bytes }' access.log)
    connections=$(grep -c '^close' change)
    echo "a change of one item: $requests requests on $connections connections, $bytes bytes"
    sed -i 's: /read/: /team/:' change
    echo "keep /team/stamp" >stamp-kept
    echo "close /team/stamp" >stamp-new
    echo "keep /team/$(objects | head -n 1)" >object
    local kept new object readers
    kept=$(load stamp-kept 100)
    echo "stamp, connections kept: $kept requests a second"
    new=$(load stamp-new 100)
    echo "stamp, a connection for each: $new requests a second; readers that ask once a minute: $((new * 60))"
    object=$(load object 100)
    echo "an object, connections kept: $object requests a second"
    readers=$(load change 1000)
    echo "1,000 readers at a time that read a change: $readers requests a second, $((readers / requests)) readers a" \
        "second; 10,000 readers in $((10000 * requests / readers)) seconds"
}

begin
if [ -n "$measures" ]; then
    measure
    exit 0
fi
through_nginx
evil_begin
evil_all
through_nginx_later
through_varnish
run_begin
kills
run_end
evil_end
