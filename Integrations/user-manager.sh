#!/usr/bin/env bash
# Starts systemd with a manager of a user's services, as a login does, and shows that secret-service enable and agent
# enable have it start keychaind by the session bus and by sockets, and that disable leaves every file as it was.
#   Integrations/user-manager.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
. Integrations/machine.sh
subject="the desktop under systemd"
for need in dbus-daemon secret-tool busctl; do command -v "$need" >/dev/null || skip "$need is not installed"; done
[ -e /usr/lib/systemd/user/dbus.service ] || skip "no bus of systemd's user managers is installed (dbus-user-session)"
machine "$subject"
install -m 755 "$programs/keychaind" "$programs/keychainctl" "$folder/libexec"
for name in keychainctl-sync@ keychainctl-unlock@; do
    sed "s|@BIN@|$folder/libexec|" "Packaging/user/$name.service" >"$folder/$name.service"
done
# A TPM in software, which the user may use.
if command -v swtpm >/dev/null && [ -x "$programs/keychain-tpm" ]; then
    install -m 755 "$programs/keychain-tpm" "$folder/libexec"
    chip=yes
fi

user=4242
add_users <<END
u keychain-desktop $user - $folder/home /bin/sh
END
install -d -m 700 -o "$user" -g "$user" "$folder/home"
# What user@.service does, without PAM, which would need a login manager.
cat >"$folder/units/manager.service" <<END
[Service]
Type=notify
User=$user
Delegate=yes
KillMode=mixed
TimeoutStopSec=5
Environment=HOME=$folder/home XDG_RUNTIME_DIR=/run/user/$user SHELL=/bin/sh
ExecStartPre=+/usr/bin/install -d -m 700 -o $user -g $user /run/user/$user
ExecStart=$manager --user --log-target=null
END
# A user who allows everything that the agent asks.
cat >"$folder/pinentry" <<'END'
#!/bin/sh
echo OK
while read -r line; do
    case $line in
    BYE*) exit 0 ;;
    *) echo OK ;;
    esac
done
END
chmod 755 "$folder/pinentry"

cat >"$folder/check" <<END
home=$folder/home user=$user ctl=$folder/libexec/keychainctl results=$folder/results
pinentry=$folder/pinentry packaged=$folder chip=${chip-}
END
cat >>"$folder/check" <<'END'
cd "$home"
as_user() {
    setpriv --reuid "$user" --regid "$user" --clear-groups env -i HOME="$home" PATH=/usr/bin:/bin \
        XDG_RUNTIME_DIR="/run/user/$user" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$user/bus" \
        KEYCHAINCTL_QUICK_PASSCODES=1 timeout 60 "$@"
}
ctl() { as_user "$ctl" "$@"; }
agent_ctl() { as_user env PORTABLE_KEYCHAIN_AGENT=require "$ctl" "$@"; }
units() { as_user systemctl --user "$@"; }
check() { if "${@:2}"; then passed "$1"; else failed "$1"; fi; }
process() { units show -P MainPID "$1"; }
# The process that answers on the bus, without starting one.
owner() {
    as_user busctl --user call org.freedesktop.DBus / org.freedesktop.DBus GetConnectionUnixProcessID s \
        org.freedesktop.secrets 2>/dev/null | cut -d' ' -f2
}
# The files and folders that the commands may change; not what is in keychains.
files() {
    (cd "$home" && find . -path ./.local/share/portable-keychain -prune -o -path ./.local/share/keyrings -prune -o \
        -path ./.cache -prune -o -print0 |
        sort -z | while IFS= read -r -d '' file; do
            [ ! -f "$file" ] || sum=$(sha256sum <"$file")
            echo "$(stat -c '%a %N' "$file") ${sum-}"
            unset sum
        done)
}
# Waits until a command succeeds, for ten seconds at most.
soon() { for _ in $(seq 100); do ! "$@" || return 0; sleep 0.1; done; return 1; }
answers() { [ "$(as_user secret-tool lookup user ann)" = s3cret ]; }
is() { [ "$(units is-active "$1")" = "$2" ]; }

# Somebody's own file of that name, and one of another program.
as_user mkdir -p .local/share/dbus-1/services .config/systemd/user .config/autostart
printf '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/false\n' |
    as_user tee .local/share/dbus-1/services/org.freedesktop.secrets.service >/dev/null
printf '[Unit]\nDescription=Mine\n[Service]\nExecStart=/bin/true\n' | as_user tee .config/systemd/user/mine.service >/dev/null
files >"$results/before"

other=
if [ -x /usr/bin/gnome-keyring-daemon ] && [ -e /usr/lib/systemd/user/gnome-keyring-daemon.service ]; then
    other=gnome-keyring-daemon.service
    units start "$other"
    has_owner() { [ -n "$(owner)" ]; }
    soon has_owner
fi

enables() {
    ctl secret-service enable --no-import --no-passcode && is keychaind.service active &&
        [ "$(owner)" = "$(process keychaind.service)" ] && ctl secret-service status | grep -q "state.enabled"
}
check "secret-service enable: the user's manager starts keychaind" enables
if [ -n "$other" ]; then
    goes_on() { is "$other" active && ! tr '\0' ' ' <"/proc/$(process "$other")/cmdline" | grep -q secrets; }
    check "gnome-keyring continues without its secrets" goes_on
fi
stores() { printf s3cret | as_user secret-tool store --label=x user ann && answers; }
check "secret-tool stores and finds" stores
activates() {
    units stop keychaind.service && is keychaind.service inactive && [ -z "$(owner)" ] && answers &&
        is keychaind.service active
}
check "a call on the bus starts it through systemd" activates
survives() {
    local killed
    killed=$(process keychaind.service)
    kill -9 "$killed"
    soon [ ! -e "/proc/$killed" ]
    answers && [ "$(process keychaind.service)" != "$killed" ] && [ "$(owner)" = "$(process keychaind.service)" ]
}
check "after SIGKILL, the next call starts it again" survives
twice() { files >"$results/once" && ctl secret-service enable --no-import --no-passcode && files | cmp - "$results/once"; }
check "secret-service enable changes nothing the second time" twice
# Ten minutes are too long to wait for here.
ends() {
    as_user mkdir -p .config/systemd/user/keychaind.service.d
    printf '[Service]\nExecStart=\nExecStart=%s --user --idle 1\n' "${ctl%/*}/keychaind" |
        as_user tee .config/systemd/user/keychaind.service.d/idle.conf >/dev/null
    units daemon-reload && units restart keychaind.service && soon is keychaind.service inactive && answers
    local status=$?
    rm -r .config/systemd/user/keychaind.service.d
    units daemon-reload
    return "$status"
}
check "without calls it ends, and the next one starts it" ends

# Everything of the session ends, and begins again; a desktop starts gnome-keyring with it.
logs_in_again() {
    systemctl restart manager.service && soon [ -S "/run/user/$user/bus" ] && { [ -z "$other" ] || units start "$other"; } &&
        "$@"
}
served() { answers && is keychaind.service active && [ "$(owner)" = "$(process keychaind.service)" ]; }
check "after the next login the bus starts it" logs_in_again served

units set-environment PORTABLE_KEYCHAIN_AUTHENTICATOR="$pinentry"
units stop keychaind.service
files >"$results/served"
both() {
    ctl agent enable --ssh && is keychaind-agent.socket active && is keychaind-ssh.socket active &&
        [ -S "/run/user/$user/portable-keychain/agent" ] && agent_ctl agent status >/dev/null &&
        [ "$(process keychaind.service)" = "$(agent_ctl agent status | sed -n 's/^process\t//p')" ] && answers &&
        [ "$(owner)" = "$(process keychaind.service)" ]
}
check "agent enable beside it: one process has the bus and the sockets" both
takes_back() { ctl agent disable && files | cmp - "$results/served" && answers && is keychaind-agent.socket inactive; }
check "agent disable leaves the service of the bus" takes_back

disables() {
    local process
    process=$(process keychaind.service)
    ctl secret-service disable && files | diff "$results/before" - && [ ! -e "/proc/$process" ] &&
        is keychaind.service inactive
}
check "secret-service disable leaves every file as it was" disables
if [ -n "$other" ]; then
    has_secrets() { tr '\0' ' ' <"/proc/$(process "$other")/cmdline" | grep -q secrets; }
    check "gnome-keyring has its secrets again" soon has_secrets
fi

alone() { ctl agent enable && is keychaind-agent.socket active && is keychaind-agent.service inactive; }
check "agent enable: the socket is there, and no process yet" alone
connects() {
    printf secret | agent_ctl set --service api --account ci && is keychaind-agent.service active &&
        [ "$(agent_ctl get --service api --account ci)" = secret ]
}
check "the first program that connects starts the agent" connects
restarts() {
    local killed
    killed=$(process keychaind-agent.service)
    kill -9 "$killed"
    soon [ ! -e "/proc/$killed" ]
    [ "$(agent_ctl get --service api --account ci)" = secret ] &&
        [ "$(process keychaind-agent.service)" != "$killed" ] && is keychaind-agent.socket active
}
check "after SIGKILL, the next program starts it again" restarts
stops() {
    units stop keychaind-agent.service && is keychaind-agent.service inactive && is keychaind-agent.socket active &&
        [ "$(agent_ctl get --service api --account ci)" = secret ] && units restart keychaind-agent.service &&
        [ "$(agent_ctl get --service api --account ci)" = secret ]
}
check "it can be stopped and restarted, and the socket stays" stops
listens() {
    is keychaind-agent.socket active && is keychaind-agent.service inactive &&
        units set-environment PORTABLE_KEYCHAIN_AUTHENTICATOR="$pinentry" &&
        [ "$(agent_ctl get --service api --account ci)" = secret ]
}
check "after the next login the socket is there" logs_in_again listens
leaves() {
    ctl agent disable && files | diff "$results/before" - && is keychaind-agent.socket inactive &&
        [ ! -S "/run/user/$user/portable-keychain/agent" ] && ! agent_ctl get --service api --account ci 2>/dev/null
}
check "agent disable leaves every file as it was" leaves

reads() { [ "$(agent_ctl get --service api --account ci)" = secret ]; }
is_not_swapped() { [ "$(units show -P MemorySwapMax "$1")" = 0 ]; }
serves_both() {
    reads && is keychaind-agent.service inactive && [ "$(owner)" = "$(process keychaind.service)" ] &&
        [ "$(process keychaind.service)" = "$(agent_ctl agent status | sed -n 's/^process\t//p')" ]
}
as_before() { files | diff "$results/before" - && is keychaind-agent.socket inactive && is keychaind.service inactive; }
# The agent first, and used; the bus while it runs; and back in that order.
agent_first() {
    ctl agent enable && reads && is keychaind-agent.service active && is_not_swapped keychaind-agent.service &&
        ctl secret-service enable --no-import --no-passcode && serves_both && is_not_swapped keychaind.service &&
        ctl secret-service disable && reads && is keychaind-agent.service active && ctl agent disable && as_before
}
check "agent enable before secret-service enable, and back" agent_first
bus_first() {
    ctl secret-service enable --no-import --no-passcode && [ -n "$(process keychaind.service)" ] && ctl agent enable && serves_both &&
        ctl secret-service disable && reads && ctl secret-service enable --no-import --no-passcode && serves_both &&
        ctl agent disable && ctl secret-service disable && as_before
}
check "secret-service enable, agent enable, and each taken back and enabled again" bus_first
by_hand() {
    as_user env PORTABLE_KEYCHAIN_AUTHENTICATOR="$pinentry" "${ctl%/*}/keychaind" --agent &
    soon [ -S "/run/user/$user/portable-keychain/agent" ] && reads && ctl agent enable && reads &&
        is keychaind-agent.service active
    local status=$?
    pkill -u "$user" -f -- '^[^ ]*keychaind --agent$'
    reads && ctl agent disable && as_before && return "$status"
}
check "agent enable beside an agent that was started by hand" by_hand

# The units that packages install. First the one for logins, with a keychain that a TPM opens without a PIN.
if [ -n "$chip" ]; then
    service=keychainctl-unlock@work.service
    interface=swtpm:path=$home/.chip/s
    makes_chip() {
        as_user mkdir .chip
        setpriv --reuid "$user" --regid "$user" --clear-groups swtpm socket --tpm2 --tpmstate dir="$home/.chip" \
            --server type=unixio,path="$home/.chip/s" --ctrl type=unixio,path="$home/.chip/s.ctrl" \
            --flags not-need-init,startup-clear >/dev/null 2>&1 &
        soon [ -S .chip/s ]
    }
    is_state() { ctl status --keychain work | grep -q "^state.$1"; }
    enrolls() {
        ctl create work && printf horse | ctl passcode set --keychain work &&
            printf 'horse\n' | as_user env KEYCHAIN_TPM_INTERFACE="$interface" "$ctl" tpm enroll --no-pin --keychain work &&
            ctl lock --keychain work && is_state locked
    }
    unlocks() {
        makes_chip && enrolls && as_user cp "$packaged/keychainctl-unlock@.service" .config/systemd/user/ &&
            as_user mkdir ".config/systemd/user/$service.d" &&
            printf '[Service]\nEnvironment=KEYCHAIN_TPM_INTERFACE=%s\n' "$interface" |
            as_user tee ".config/systemd/user/$service.d/chip.conf" >/dev/null &&
            units daemon-reload && units enable "$service" && is_state locked && logs_in_again soon is_state unlocked
    }
    check "the unit of 'unlock --at-login' unlocks at the next login" unlocks
    locks() { systemctl stop manager.service && is_state locked && systemctl start manager.service && soon is_state unlocked; }
    check "and locks when the last session ends" locks
    # Nobody is there, and the TPM is not: that is no failure, and the keychain is as locked as before.
    waits() {
        pkill -u "$user" -x swtpm && ctl lock --keychain work && units restart "$service" && is "$service" active &&
            is_state locked
    }
    check "without the TPM it leaves the keychain locked" waits
    units disable --now "$service" && rm -r ".config/systemd/user/$service.d" \
        .config/systemd/user/keychainctl-unlock@.service .chip
fi
# A repository in a folder.
if command -v git >/dev/null; then
    service=keychainctl-sync@default.service
    commits() { ctl sync status | sed -n 's/^commits\t//p'; }
    sends() { [ "$(commits)" -gt "$1" ]; }
    synchronizes() {
        as_user git init --quiet --bare "$home/remote.git" && as_user cp "$packaged/keychainctl-sync@.service" .config/systemd/user/ &&
            ctl sync setup --unconfirmed "$home/remote.git" >/dev/null && units daemon-reload &&
            units enable --now "$service" && printf secret | ctl set --service mail --synchronizable &&
            soon sends 0
    }
    check "the unit of 'sync run' sends an edit" synchronizes
    goes_on() {
        local killed before
        killed=$(process "$service") before=$(commits)
        mkdir -p "/run/user/$user/systemd/user/$service.d"
        # A minute is too long to wait for here.
        printf '[Service]\nRestartSec=1\n' >"/run/user/$user/systemd/user/$service.d/soon.conf"
        units daemon-reload
        kill -9 "$killed"
        printf other | ctl set --service mail --synchronizable && soon sends "$before"
    }
    check "after SIGKILL it continues" goes_on
    # Somebody has to decide what comes next.
    stays_ended() { ctl sync leave --yes 2>/dev/null && soon is "$service" failed && sleep 2 && is "$service" failed; }
    check "a keychain that is not synchronized any more ends it for good" stays_ended
    units disable "$service" && units reset-failed "$service" && rm -r ".config/systemd/user/${service%@*}@.service" remote.git
fi
no_failures() { [ -z "$(units list-units --state=failed --no-legend 'keychaind*')" ]; }
check "no unit of keychaind has failed" no_failures
END

boot manager.service </dev/null
