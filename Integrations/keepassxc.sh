# What `export --format kdbx` writes, as KeePassXC reads it, and what comes back. Sourced by test.sh.

# Runs keepassxc-cli on the database.
keepass() { keepassxc-cli "$1" -q all.kdbx "${@:2}" <passphrase 2>log; }

# Whether KeePassXC shows the same code as this tool; a new one may begin between them.
same_codes() {
    for _ in 1 2 3; do
        [ "$(keepass show --totp Work/Deep/Shop)" != "$(keychainctl otp shop.example)" ] || return 0
    done
    return 1
}

test_keepassxc() {
    has keepassxc-cli keepassxc || return 0
    (
        in_folder keepassxc
        cp "$integrations/../Tests/keychainctlTests/Scripts/Files/exchange.json" .
        export PORTABLE_KEYCHAIN=keepassxc
        must keychainctl create keepassxc
        must keychainctl import exchange.json --yes
        echo 's<3>c&"rét' | must keychainctl set --service api --account ci --label "API token" \
            --comment $'two\nlines\n\nShop: 7\nFolder: Work/Deep\nTags: a, b c'
        echo 'correct horse battery' >passphrase
        if ! keychainctl export --format kdbx all.kdbx <passphrase 2>log; then
            grep -q libargon2 log || fail "export --format kdbx"
            skip keepassxc "libargon2 is not installed"
            return 0
        fi
        [ "$(stat -c %a all.kdbx)" = 600 ] || fail "others can read the database"
        keepass ls -R -f >list
        grep -qx "Work/Deep/API token" list || fail "keepassxc: an entry is not in its group"
        keepass show -s -a Password -a "Shop" -a "keychainctl:service" "Work/Deep/API token" >shown
        [ "$(cat shown)" = 's<3>c&"rét'$'\n7\napi' ] || fail "keepassxc shows other values"
        same_codes || fail "keepassxc shows another one-time code"
        keepass show -a KPEX_PASSKEY_RELYING_PARTY Work/Deep/Shop >shown
        grep -qx shop.example shown || fail "keepassxc: the passkey has no site"
        keepass export -f xml >all.xml
        for part in PRIVATE_KEY_PEM CREDENTIAL_ID USER_HANDLE; do
            tr -d '\n\t' <all.xml | grep -q "<Key>KPEX_PASSKEY_$part</Key><Value ProtectInMemory=\"True\">" ||
                fail "keepassxc does not hide $part"
        done
        echo wrong >passphrase
        must_not keepass ls
        # What it has, and what it writes itself, is the same again.
        echo 'correct horse battery' >passphrase
        keychainctl import all.kdbx --dry-run <passphrase >plan 2>log || fail "import all.kdbx"
        ! grep -qv ^same plan || fail "the database does not bring back the same items"
        keychainctl import all.xml --dry-run >plan 2>log || fail "import all.xml"
        # It sorts texts by their names, so the comment of an entry with several has its lines in another order.
        [ "$(grep -v ^same plan)" = $'conflicting\tgeneric\tkey\t\tKey' ] ||
            fail "the XML of keepassxc does not bring back the same items"
    )
    passed "keepassxc $(keepassxc-cli --version)"
}
