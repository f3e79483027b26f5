#!/usr/bin/env bash
# Starts systemd with the units that are installed, and shows that services get their credentials from the keychains of
# the machine, that users do not meet, and that they share the TPM.
#   Integrations/system-agent.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
. Integrations/machine.sh
machine "the agent of the system"
install -m 755 "$programs/keychaind" "$programs/keychainctl" "$folder/libexec"
for unit in keychaind-system.service keychaind-system.socket keychaind-credentials.socket; do
    sed "s|@LIBEXEC@|$folder/libexec|" "Packaging/system/$unit" >"$folder/units/$unit"
done
# PrivateTmp= hides /var/tmp too, where the programs of this test are.
mkdir "$folder/units/keychaind-system.service.d"
printf '[Service]\nPrivateTmp=no\n' >"$folder/units/keychaind-system.service.d/test.conf"
# A TPM in software, which only the agent's user can reach.
chip=""
if command -v swtpm >/dev/null && [ -x "$programs/keychain-tpm" ]; then
    chip=chip.service
    install -m 755 "$programs/keychain-tpm" "$folder/libexec"
    cp Packaging/system/keychaind-tpm.conf "$folder/units/keychaind-system.service.d/tpm.conf"
    echo "Environment=KEYCHAIN_TPM_INTERFACE=swtpm:path=/run/chip/s" \
        >>"$folder/units/keychaind-system.service.d/test.conf"
    cat >"$folder/units/chip.service" <<'END'
[Service]
User=keychaind
RuntimeDirectory=chip
RuntimeDirectoryMode=0700
ExecStart=swtpm socket --tpm2 --tpmstate dir=/run/chip --server type=unixio,path=/run/chip/s --ctrl type=unixio,path=/run/chip/s.ctrl --flags not-need-init,startup-clear
ExecStartPost=/bin/sh -c 'until [ -S /run/chip/s ]; do sleep 0.05; done'
END
fi
add_users < <(cat Packaging/system/*.sysusers)

service() { # NAME CREDENTIAL: a service that knows nothing of keychains
    cat >"$folder/units/$1.service" <<END
[Service]
Type=oneshot
User=daemon
StandardError=append:$folder/results/$1.errors
LoadCredential=$2:/run/keychaind/credentials
ExecStart=/bin/sh -c 'cp -f "\$CREDENTIALS_DIRECTORY/$2" $folder/results/$1'
END
}
service web db
service mail db
service absent other
service spaced "db password"
needs="keychaind-system.socket keychaind-credentials.socket $chip"

cat >"$folder/check" <<END
export HOME=/root PATH=/usr/bin:/bin
ctl=$folder/libexec/keychainctl results=$folder/results chip=$chip
END
cat >>"$folder/check" <<'END'
set_for() { printf %s "$2" | $ctl set --keychain "system:unit:$1" --service credential --account db; }
as_one() { setpriv --reuid 1 --regid 1 --clear-groups "$@"; }
as_other() { setpriv --reuid 2 --regid 2 --clear-groups "$@"; }

set_for web.service "of web" && set_for mail.service "of mail" ||
    failed "root stores secrets of units"
systemctl start web.service && [ "$(cat $results/web)" = "of web" ] && systemctl start mail.service &&
    [ "$(cat $results/mail)" = "of mail" ] && passed "LoadCredential= gives each unit its own" ||
    failed "LoadCredential= gives each unit its own"
for unit in absent spaced; do
    ! systemctl start $unit.service 2>/dev/null && [ ! -e $results/$unit ] ||
        failed "$unit: started without its secret"
done
[ "$(systemctl show -P ExecMainStatus absent.service)" = 243 ] &&
    passed "a unit without its secret is not started" ||
    failed "a unit without its secret is not started"
printf secret | as_one $ctl set --keychain system: --service api --account ci &&
    [ "$(as_one $ctl get --keychain system: --service api --account ci)" = secret ] &&
    ! as_other $ctl get --keychain system: --service api --account ci 2>/dev/null &&
    ! as_one $ctl get --keychain system:unit:web.service --service credential --account db 2>/dev/null &&
    passed "users have keychains of their own" || failed "users have keychains of their own"
# Who is not root can bind the address of systemd, but not reach the socket.
as_one python3 -c '
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.bind("\0" + "adf9d86b6eda275e/unit/web.service/db")
try: s.connect("/run/keychaind/credentials")
except PermissionError: sys.exit(7)'
[ $? = 7 ] && passed "only root reaches the socket for credentials" ||
    failed "only root reaches the socket for credentials"
[ "$(ps -o user= -C keychaind)" = keychaind ] && passed "it runs as a user of its own" ||
    failed "it runs as a user of its own"
unit() { systemctl show -P "$1" keychaind-system.service; }
agent=$(unit MainPID)
[ "$(unit MemorySwapMax)" = 0 ] && [ "$(unit RestrictAddressFamilies)" = AF_UNIX ] &&
    [ "$(readlink "/proc/$agent/ns/net")" != "$(readlink /proc/self/ns/net)" ] &&
    passed "it has no network, and is not swapped out" || failed "it has no network, and is not swapped out"
if [ -n "$chip" ]; then
    mkdir -m 700 /run/one && chown 1 /run/one
    one() { as_one env HOME=/run/one "$ctl" "$@"; }
    printf secret | one set --service api --account ci && one tpm status | grep -q "tpm.agent" &&
        one tpm enroll --no-pin && one slot list | grep -q "through the agent" && one tpm unlock &&
        systemctl restart keychaind-system.service && one tpm unlock &&
        [ "$(one get --service api --account ci)" = secret ] &&
        grep -q "^Groups:.*\b$(getent group tss | cut -d: -f3)\b" "/proc/$(pgrep -x keychaind)/status" &&
        passed "a user without access to the TPM uses it through the agent" ||
        failed "a user without access to the TPM uses it through the agent"
fi
systemctl restart keychaind-system.service && systemctl restart web.service &&
    [ "$(cat $results/web)" = "of web" ] && passed "what is stored outlives the agent" ||
    failed "what is stored outlives the agent"
END

boot "$needs" <<'END'
mkdir -p /var/lib/keychaind
mount -t tmpfs -o mode=700 tmpfs /var/lib/keychaind
chown keychaind: /var/lib/keychaind
END
