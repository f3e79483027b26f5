#!/usr/bin/env bash
# Installs the system packages that building needs and that are missing (Debian, Ubuntu).
set -euo pipefail

needs=()
[ -e /usr/include/sqlite3.h ] || needs+=(libsqlite3-dev)
[ -e /usr/include/zlib.h ] || needs+=(zlib1g-dev)
command -v pkg-config >/dev/null || needs+=(pkg-config)
# Several of these scripts are in it.
command -v python3 >/dev/null || needs+=(python3)
command -v git >/dev/null || needs+=(git)
# Tests compare keys with those of the openssl command.
command -v openssl >/dev/null || needs+=(openssl)
# Tests import what these programs wrote.
command -v gpg >/dev/null || needs+=(gnupg)
command -v zip >/dev/null || needs+=(zip)
# Tests open KeePass databases: keys by Argon2, and passwords under Salsa20.
if [ "$(uname -s)" = Linux ]; then
    known=$(/sbin/ldconfig -p)
    [[ $known == *libargon2.so.1* ]] || needs+=(libargon2-1)
    [[ $known == *libsodium.so.23* ]] || needs+=(libsodium23)
    # Tests ask which hosts belong to one site.
    [[ $known == *libpsl.so.5* ]] || needs+=(libpsl5)
    [[ $known == *libidn2.so.0* ]] || needs+=(libidn2-0)
fi
# Tests log in with keys of the keychain; servers are often not in the search path of their users.
command -v ssh-add >/dev/null || needs+=(openssh-client)
[ -x /usr/sbin/sshd ] || needs+=(openssh-server)
# Tests copy secrets to the clipboard of a desktop that nobody sees.
if [ "$(uname -s)" = Linux ]; then
    command -v Xvfb >/dev/null || needs+=(xvfb)
    command -v xclip >/dev/null || needs+=(xclip)
    command -v xsel >/dev/null || needs+=(xsel)
fi
# Tests draw QR codes and read them again, and answer a dialog on a terminal.
if [ "$(uname -s)" = Linux ]; then
    command -v qrencode >/dev/null || needs+=(qrencode)
    command -v zbarimg >/dev/null || needs+=(zbar-tools)
    command -v pinentry-curses >/dev/null || needs+=(pinentry-curses)
fi
# Tests record what programs do to the disk, and replay what a power cut leaves of it.
command -v strace >/dev/null || [ "$(uname -s)" != Linux ] || needs+=(strace)
# The libraries of the traits in Package.swift, and a chip in software for their tests.
if [ "$(uname -s)" = Linux ]; then
    [ -e /usr/include/tss2/tss2_esys.h ] || needs+=(libtss2-dev)
    [ -e /usr/include/fido.h ] || needs+=(libfido2-dev)
    [ -e /usr/include/systemd/sd-bus.h ] || needs+=(libsystemd-dev)
    # A session bus for tests, and the usual program that asks it for secrets.
    command -v dbus-daemon >/dev/null || needs+=(dbus)
    command -v secret-tool >/dev/null || needs+=(libsecret-tools)
    command -v swtpm >/dev/null || needs+=(swtpm)
    [ -e /usr/include/curl/curl.h ] || [ -e /usr/include/"$(uname -m)"-linux-gnu/curl/curl.h ] ||
        needs+=(libcurl4-openssl-dev)
    # A cluster on this machine, and networks in which its servers can be cut off from each other.
    command -v etcd >/dev/null || needs+=(etcd-server)
    command -v etcdctl >/dev/null || needs+=(etcd-client)
    command -v ip >/dev/null || needs+=(iproute2)
fi
needs+=("$@")

if ! command -v swift >/dev/null; then
    echo "Swift 6.3 or newer is needed: see https://www.swift.org/install/linux/" >&2
    exit 1
fi

[ "$(uname -s)" = Linux ] || exit 0 # Apple's systems bring SQLite and zlib with them.
[ ${#needs[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "Install these packages under the names your system has for them: ${needs[*]}" >&2
    exit 1
fi

run=()
[ "$(id -u)" = 0 ] || run=(sudo)
export DEBIAN_FRONTEND=noninteractive
# At this run level, packages install services without starting them.
install() { "${run[@]}" env RUNLEVEL=1 apt-get install -y --no-install-recommends "${needs[@]}" >/dev/null; }
# A machine that is new has no list of packages yet.
install 2>/dev/null || { "${run[@]}" apt-get update >/dev/null && install; }

# The tests start a server of their own; one for the whole machine is not theirs to start.
if [[ " ${needs[*]} " == *" openssh-server "* ]] && command -v systemctl >/dev/null; then
    "${run[@]}" systemctl disable --now ssh.service ssh.socket >/dev/null 2>&1 || true
fi
