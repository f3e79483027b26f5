#!/bin/bash
# In the machine of power.py: carries out the commands that arrive by the port "control", and journals by a port for each disk.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
word() { sed -n "s/.*\\b$1=\\([^ ]*\\).*/\\1/p" /proc/cmdline; }
programs=$(word keychains)
helper=$(word helper)
for port in /sys/class/virtio-ports/*; do declare "port_$(cat "$port/name")=/dev/${port##*/}"; done
for disk in /sys/block/vd*; do declare "disk_$(cat "$disk/serial")=/dev/${disk##*/}"; done
for module in ext4 xfs btrfs; do modprobe -d "$(word modules)" "$module"; done
exec 3<>"$port_control"
echo ready >&3

for_disk() {
    local -n device=disk_$1 journal=port_$1
    place=/run/$1 data=/run/$1/data/portable-keychain
    mkdir -p "$place"
    disk=$device port=$journal
}
mounted() { mount -t "$1" "$disk" "$place" 2>/run/complaint || { sed 's/^/failed: /' /run/complaint >"$port"; return 1; }; }

while read -r command name seed first <&3; do
    for_disk "$name"
    case $command in
        check)
            if mounted "$name"; then
                XDG_DATA_HOME=$place/data "$programs/keychainctl" verify >/dev/null 2>/run/complaint ||
                    sed 's/^/failed: /' /run/complaint >"$port"
                "$helper" contents "$data" "$port"
                umount "$place"
            fi
            echo end >&3
            ;;
        write | careless)
            mounted "$name" || continue
            trace=()
            [ "$command" = write ] ||
                trace=(strace -f -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:retval=0)
            (
                [ -e "$data" ] || { mkdir -p "${data%/*}" && "$helper" make "$data" "$port" 63; }
                exec "${trace[@]}" "$helper" change "$data" "$port" "$seed" "$first"
            ) 2>/run/complaint &
            ;;
        stop)
            pkill -KILL -x ProofHelper
            wait
            umount "$place"
            echo end >&3
            ;;
    esac
done
