# A kernel for a machine in software: Debian's own, unpacked into "$vm", with a first file system that mounts the root that
# it is given. To be sourced. Nothing is installed as a kernel of this machine.

# kernel: sets "$vm", with vmlinuz, initrd and lib/modules, or skips the test.
kernel() {
    vm=$PWD/.build/vm
    [ "$(uname -m)" = x86_64 ] || skip "the kernel" "only the one for x86_64 has been tried"
    command -v apt-get >/dev/null || skip "the kernel" "this system has no packages of Debian"
    local needs=()
    command -v qemu-system-x86_64 >/dev/null || needs+=(qemu-system-x86)
    command -v cpio >/dev/null || needs+=(cpio)
    command -v depmod >/dev/null || needs+=(kmod)
    [ ${#needs[@]} = 0 ] || Scripts/install-needs.sh "${needs[@]}"
    if [ ! -e "$vm/lib/modules" ]; then
        rm -rf "$vm"
        mkdir -p "$vm/new"
        unpack_kernel || skip "the kernel" "linux-image-amd64 and busybox-static cannot be downloaded"
    fi
    [ "$vm/initrd" -nt Integrations/vm/init ] && [ "$vm/initrd" -nt Integrations/vm/kernel.sh ] || make_first_root
}

unpack_kernel() {
    local image
    image=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/^ *Depends: //p' | head -n 1)
    [ -n "$image" ] || return 1
    (cd "$vm/new" && apt-get download "$image" busybox-static >/dev/null 2>&1) || return 1
    for package in "$vm"/new/*.deb; do dpkg-deb -x "$package" "$vm/new"; done
    mv "$vm"/new/boot/vmlinuz-* "$vm/vmlinuz"
    mv "$vm/new/bin/busybox" "$vm/busybox"
    depmod -b "$vm/new" "$(ls "$vm/new/lib/modules")"
    mv "$vm/new/lib" "$vm/lib"
    rm -rf "$vm/new"
}

# What is needed to mount a folder of this machine, in the order in which it can be loaded.
make_first_root() {
    local tree=$vm/first module number=10
    rm -rf "$tree"
    mkdir -p "$tree/bin" "$tree/modules"
    cp "$vm/busybox" "$tree/bin/busybox"
    for module in $(for name in virtio_pci 9pnet_virtio 9p overlay virtio_blk virtio_console ext4; do
        modprobe -d "$vm" -S "$(ls "$vm/lib/modules")" --show-depends "$name" | sed -n 's/^insmod //p'
    done | awk '!seen[$1]++ { print $1 }'); do
        cp "$module" "$tree/modules/$((number++))-${module##*/}"
    done
    install -m 755 Integrations/vm/init "$tree/init"
    (cd "$tree" && find . | cpio --quiet -o -H newc) | gzip -1 >"$vm/initrd.new"
    mv "$vm/initrd.new" "$vm/initrd"
    rm -rf "$tree"
}

# console_is_well FILE WORD: prints what has passed and failed on a machine; fails if something has failed, or if the machine
# did not come to this word.
console_is_well() {
    tr -d '\r' <"$1" | grep -aE '^(passed|FAILED|         ) ' || true
    if grep -aq "^$2" "$1" && ! grep -aq '^FAILED' "$1"; then return; fi
    tail -n 20 "$1"
    return 1
}
