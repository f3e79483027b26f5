#!/usr/bin/env bash
# Makes the Debian of session.sh ready, in its folder: the packages, a person who logs in at the console, and the test.
set -euo pipefail
root=$1
chroot "$root" sh -c 'apt-get install --yes --no-install-recommends /given/*.deb'
chroot "$root" useradd --create-home --uid 1000 --shell /bin/bash ann
rm -f "$root"/given/*.deb
# Nobody waits for what this machine does not have.
chroot "$root" systemctl mask --quiet systemd-networkd-wait-online.service apt-daily.timer apt-daily-upgrade.timer \
    e2scrub_reap.service serial-getty@ttyS0.service
mkdir -p "$root/etc/systemd/system/getty@tty1.service.d"
cat >"$root/etc/systemd/system/getty@tty1.service.d/ann.conf" <<'END'
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin ann --noclear %I linux
RestartSec=1
END
cat >"$root/etc/systemd/system/check.service" <<'END'
[Unit]
After=multi-user.target
[Service]
ExecStart=/bin/bash /given/session-guest.sh
StandardOutput=null
StandardError=null
[Install]
WantedBy=graphical.target
END
chroot "$root" systemctl enable --quiet check.service
# Users reach the chip as they do where tpm-udev is installed.
echo 'KERNEL=="tpmrm[0-9]*", GROUP="ann", MODE="0660"' >"$root/etc/udev/rules.d/60-tpm.rules"
