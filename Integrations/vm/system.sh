#!/usr/bin/env bash
# Starts a machine in software, with Debian's kernel and the packages of these programs, and shows what no other test can:
# the AppArmor profile in both modes, Landlock of that kernel, a chip through /dev/tpmrm0, and what comes to the disk by swapping and hibernation.
# To be sourced by vm.sh, which says what "$vm" and "$programs" are.

# letters: a word that is nowhere else
letters() { LC_ALL=C tr -dc a-z </dev/urandom | head -c 24 || true; }

system() {
    # Not in /tmp, which is another one there.
    local needs=() folder=$vm/system
    local given=$folder/given packages=$folder/packages
    rm -rf "$folder"
    command -v apparmor_parser >/dev/null || needs+=(apparmor)
    command -v swtpm >/dev/null || needs+=(swtpm)
    command -v dpkg-shlibdeps >/dev/null || needs+=(dpkg-dev)
    [ ${#needs[@]} = 0 ] || Scripts/install-needs.sh "${needs[@]}"
    DEB_COMPRESSION=none Packaging/deb.sh "$programs/keychainctl" "$packages" >/dev/null
    mkdir -p "$given" "$folder/tpm"
    chmod 755 "$folder" "$given" "$packages"
    install -m 644 Integrations/confined.py "$given"
    printf %s "$(letters)" >"$given/secret"
    printf %s "$(letters)" >"$given/passcode"
    local marker
    marker=$(letters)
    rev <<<"$marker" >"$given/marker"
    printf %s "$marker pageable" >"$given/pageable"
    truncate -s 1536M "$folder/swap"
    chmod 600 "$folder/swap"
    mkswap "$folder/swap" >/dev/null 2>&1
    swtpm socket --tpm2 --tpmstate "dir=$folder/tpm" --ctrl "type=unixio,path=$folder/tpm/control" --daemon \
        --terminate --log "file=$folder/tpm/log"
    # Without init_on_free the image has what the kernel's buffers of sockets had, for instance the agent's answers.
    local options="lsm=landlock,lockdown,yama,apparmor hibernate=nocompress init_on_free=1"
    VM_MEMORY=768 VM_KERNEL="$options modules=$vm packages=$packages given=$given" \
        timeout 900 Integrations/vm/start.sh "$vm" / "$PWD/Integrations/vm/system-guest.sh" "$folder/console" \
        -drive "if=none,id=swap,format=raw,file=$folder/swap" -device virtio-blk-pci,drive=swap,serial=swap \
        -chardev "socket,id=tpm,path=$folder/tpm/control" -tpmdev emulator,id=tpm,chardev=tpm -device tpm-tis,tpmdev=tpm || true
    console_is_well "$folder/console" hibernating || return
    if ! LC_ALL=C grep -qaF "$marker locked" "$folder/swap"; then
        echo "FAILED   the hibernated image has what was in locked memory"
        return 1
    fi
    if LC_ALL=C grep -qaF -e "$(cat "$given/secret")" -e "$(cat "$given/passcode")" "$folder/swap"; then
        echo "FAILED   swap or the hibernated image has a secret or a passcode that the agents have used"
        return 1
    fi
    echo "passed   the hibernated image has locked memory too"
    echo "passed   neither swap nor the image has a secret or a passcode that the agents have used"
}
