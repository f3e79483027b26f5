#!/usr/bin/env bash
# Starts a machine in software (VM_ACCEL=kvm: on the processor).
#   Integrations/vm/start.sh KERNEL-FOLDER ROOT JOB CONSOLE-FILE OPTIONS-OF-QEMU...
set -euo pipefail
vm=$1 root=$2 job=$3 console=$4
shift 4
exec qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot -machine q35 -accel "${VM_ACCEL:-tcg}" \
    -cpu max -smp 1 -m "${VM_MEMORY:-1024}" -kernel "$vm/vmlinuz" -initrd "$vm/initrd" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off job=$job ${VM_KERNEL:-}" -serial "file:$console" \
    -fsdev "local,id=root,path=$root,security_model=none,readonly=on,multidevs=remap" \
    -device virtio-9p-pci,fsdev=root,mount_tag=root -device virtio-rng-pci "$@" 2>"$console.machine"
