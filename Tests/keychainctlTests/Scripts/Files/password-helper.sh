#!/bin/sh
# How scripts on macOS ask for a password and keep it.
PATH="$HOME/bin:$PATH"
USER_NAME=me
TOKEN=$(security find-generic-password -a "$USER_NAME" -s deploy -w 2>/dev/null)
if [ $? -eq 44 ]; then
    printf 's3cret\ns3cret\n' | security add-generic-password -a "$USER_NAME" -s deploy -U -w
    TOKEN=$(security find-generic-password -a "$USER_NAME" -s deploy -w)
fi
echo "token: $TOKEN"
security find-generic-password -a "$USER_NAME" -s deploy -g 2>&1 >/dev/null |
    sed -n 's/^password: "\(.*\)"$/\1/p'
security find-generic-password -s deploy | awk -F\" '/"acct"<blob>/ { print $4 }'
security delete-generic-password -s deploy >/dev/null 2>&1 && echo deleted
security find-generic-password -s deploy >/dev/null 2>&1 || echo "gone ($?)"
