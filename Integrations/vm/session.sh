#!/usr/bin/env bash
# Starts a machine in software with a Debian on a disk of its own, which systemd starts, and on which a person logs in: what
# the units of the packages and of Documentation/Locking.md do at login, logout and suspension, and a security key.
# To be sourced by vm.sh, which says what "$vm", "$programs" and "$tests" are.

session() {
    # Not in /tmp, which is another one there.
    local needs=() folder=$vm/session
    local packages=$folder/packages given=$folder/given
    rm -rf "$folder"
    command -v mmdebstrap >/dev/null || needs+=(mmdebstrap)
    command -v mkfs.ext4 >/dev/null || needs+=(e2fsprogs)
    command -v swtpm >/dev/null || needs+=(swtpm)
    command -v dpkg-shlibdeps >/dev/null || needs+=(dpkg-dev)
    [ ${#needs[@]} = 0 ] || Scripts/install-needs.sh "${needs[@]}"
    DEB_COMPRESSION=none Packaging/deb.sh "$programs/keychainctl" "$packages" >/dev/null
    mkdir -p "$given/libraries" "$given/modules" "$folder/tpm"
    chmod 755 "$folder"
    cp Integrations/vm/session-guest.sh Documentation/Locking.md "$given"
    # The security key in software, with what its build needs.
    cp "$tests/SoftwareFIDO2" "$given"
    ldd "$tests/SoftwareFIDO2" | sed -n 's/.* => \([^ ]*\) .*/\1/p' | grep -E '/lib(swift|_|Foundation|BlocksRuntime|dispatch)' |
        xargs cp -t "$given/libraries"
    local release module number=10
    release=$(ls "$vm/lib/modules")
    for module in $(for name in uhid hid_generic; do
        modprobe -d "$vm" -S "$release" --show-depends "$name" | sed -n 's/^insmod //p'
    done | awk '!seen[$1]++ { print $1 }'); do
        cp "$module" "$given/modules/$((number++))-${module##*/}"
    done
    cp "$packages"/*.deb "$given"
    mmdebstrap --quiet --variant=apt --components=main \
        --include=systemd-sysv,udev,dbus-user-session,libpam-systemd,procps,libglib2.0-bin,util-linux-extra,kmod,polkitd \
        --customize-hook="copy-in '$given' /" --customize-hook="$PWD/Integrations/vm/session-root.sh \"\$1\"" \
        bookworm "$folder/root.tar" >"$folder/log" 2>&1 || { cat "$folder/log" >&2 && return 1; }
    truncate -s 2G "$folder/disk"
    mkdir "$folder/root"
    tar --extract --numeric-owner --directory="$folder/root" --file="$folder/root.tar"
    mkfs.ext4 -q -d "$folder/root" "$folder/disk"
    rm -rf "$folder/root" "$folder/root.tar"
    swtpm socket --tpm2 --tpmstate "dir=$folder/tpm" --ctrl "type=unixio,path=$folder/tpm/control" --daemon \
        --terminate --log "file=$folder/tpm/log"
    VM_KERNEL="disk=root systemd.show_status=no" \
        timeout 900 Integrations/vm/start.sh "$vm" "$given" /sbin/init "$folder/console" \
        -drive "if=none,id=root,format=raw,file=$folder/disk" -device virtio-blk-pci,drive=root,serial=root \
        -chardev "socket,id=tpm,path=$folder/tpm/control" -tpmdev emulator,id=tpm,chardev=tpm -device tpm-tis,tpmdev=tpm || true
    console_is_well "$folder/console" whole || return
    rm "$folder/disk"
}
