# Programs without a helper of their own, as Documentation/OtherPrograms.md shows them. Sourced by test.sh.

page=$(realpath "$integrations/../Documentation/OtherPrograms.md")

# Prints a block of the page without its first line, which names a file.
block() {
    python3 -B - "$page" "$1" <<'END'
import re
import sys

page, name = sys.argv[1:]
for body in re.findall(r"```\w*\n(.*?)```", open(page).read(), re.S):
    first, _, rest = body.partition("\n")
    if first == f"# {name}":
        print(rest, end="")
        break
else:
    sys.exit(f"OtherPrograms.md has no block for {name}")
END
}

# Runs a line that the page shows: what is tested here is what a reader copies.
shown() {
    grep -qxF -- "$1" "$page" || fail "OtherPrograms.md does not show: $1"
    must bash -c "$1"
}

# Whether a program is there, after an attempt to install the package that has it.
has() {
    local program=$1 package=$2
    command -v "$program" >/dev/null ||
        "$integrations/../Scripts/install-needs.sh" "$package" >log 2>&1 || true
    command -v "$program" >/dev/null || { skip "$program" "$program is not installed"; return 1; }
}

# In a folder of its own, where the page's files are.
in_folder() { mkdir -p "$1" && cd "$1"; }

test_npm() {
    has npm npm || return 0
    (
        in_folder npm
        block .npmrc | sed "s|registry.npmjs.org|$host|" >.npmrc
        echo "registry=http://$host/" >>.npmrc
        echo t0ken | shown "keychainctl set --service npm --account ci"
        shown "keychainctl run --env NPM_TOKEN=npm/ci -- npm whoami"
        grep -qx me log || fail "npm: the registry does not know who asks"
        NPM_TOKEN=wrong must_not npm whoami
    )
    passed "npm $(npm --version)"
}

test_ansible() {
    has ansible-vault ansible-core || return 0
    (
        in_folder ansible
        block vault-password >vault-password
        echo "token: t0ken" >secrets.yml
        shown "openssl rand -hex 32 | keychainctl set --service ansible --account vault"
        shown "chmod +x vault-password"
        ANSIBLE_VAULT_PASSWORD_FILE=./vault-password
        export ANSIBLE_VAULT_PASSWORD_FILE
        shown "ansible-vault encrypt secrets.yml"
        ! grep -q t0ken secrets.yml || fail "ansible: the file is not encrypted"
        shown "ansible-vault view secrets.yml"
        grep -q "token: t0ken" log || fail "ansible: the file does not open"
    )
    passed "$(ansible-vault --version | sed -n 1p)"
}

test_kubectl() {
    has kubectl kubernetes-client || return 0
    # kubectl gives credentials to servers with TLS only.
    openssl req -x509 -newkey ed25519 -nodes -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
        -keyout key.pem -out certificate.pem 2>log
    cat key.pem >>certificate.pem
    serve tls-port certificate.pem
    (
        mkdir -p "$HOME/.kube"
        block credential.json >"$HOME/.kube/credential.json"
        echo t0ken | shown "keychainctl set --service kubernetes --account staging"
        shown "$(grep -m 1 '^kubectl config set-credentials' "$page")"
        must kubectl config set-cluster staging --server "https://127.0.0.1:$(cat tls-port)" \
            --certificate-authority certificate.pem --embed-certs
        must kubectl config set-context staging --cluster staging --user staging
        must kubectl --context staging get --raw /k8s
        grep -q welcome log || fail "kubectl: the server does not know who asks"
        echo wrong | must keychainctl set --service kubernetes --account staging
        must_not kubectl --context staging get --raw /k8s
    )
    passed kubectl
}

test_terraform() {
    command -v terraform >/dev/null || { skip terraform "terraform is not installed"; return; }
    (
        in_folder terraform
        block main.tf >main.tf
        export CHECKPOINT_DISABLE=1
        must terraform init
        echo pa55word | shown "keychainctl set --service postgres --account app"
        shown "keychainctl run --env TF_VAR_db_password=postgres/app -- terraform apply -auto-approve"
        grep -q 'length = 8' log || fail "terraform: the variable is not set"
    )
    passed terraform
}

test_direnv() {
    has direnv direnv || return 0
    (
        in_folder direnv
        must keychainctl create work
        block .envrc >.envrc
        echo of-work | must keychainctl set --keychain work --service npm --account ci
        shown "direnv allow"
        must direnv exec . sh -c 'echo "is $NPM_TOKEN"'
        grep -qx "is of-work" log || fail "direnv: the variable is not set"
    )
    passed "direnv $(direnv --version)"
}

# The line of a job, as cron runs it: by sh, with little in its environment (crontab(5)).
test_cron() {
    (
        echo pa55 | shown "keychainctl set --service backup --account nightly --accessible after-first-unlock"
        printf '#!/bin/sh\necho "backup of $2 with $RESTIC_PASSWORD"\n' >bin/restic
        chmod +x bin/restic
        line=$(block crontab | cut -d' ' -f6- | sed "s|PATH=|PATH=$folder/bin:|")
        must env -i HOME="$HOME" XDG_DATA_HOME="$XDG_DATA_HOME" LOGNAME=me SHELL=/bin/sh \
            PATH=/usr/bin:/bin /bin/sh -c "$line"
        grep -qx "backup of $HOME with pa55" log || fail "cron: the job did not get the secret"
    )
    passed "cron's environment"
    test_cron_daemon
}

# The same job, run by cron itself: for at most a minute, with files and a lock that only this cron sees.
test_cron_daemon() {
    [ "$(id -u)" = 0 ] || { skip cron "only root can run it"; return; }
    has cron cron || return 0
    unshare --mount true 2>log || { skip cron "this container allows no mounts"; return; }
    (
        in_folder cron
        printf 'HOME=%s\nXDG_DATA_HOME=%s\n%s >%s/cron/seen 2>&1\n' "$HOME" "$XDG_DATA_HOME" \
            "$(block crontab | cut -d' ' -f6- | sed "s|^|* * * * * |; s|PATH=|PATH=$folder/bin:|")" "$folder" >table
        cat >start <<'END'
mount -t tmpfs none /run
for place in /etc/cron.d /var/spool/cron/crontabs; do mount -t tmpfs none "$place"; done
mount --bind /dev/null /etc/crontab
install -m 600 table "/var/spool/cron/crontabs/$(id -un)"
exec cron -f
END
        unshare --mount sh start >log 2>&1 &
        daemon=$!
        for _ in $(seq 70); do [ -s seen ] || sleep 1; done
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" 2>/dev/null || true
        cat seen >>log 2>/dev/null || true
        grep -qx "backup of $HOME with pa55" seen 2>/dev/null || fail "cron: the daemon's job did not get the secret"
    )
    passed cron
}

# A container is a reader of a folder: all files of a moment, and new ones without a restart.
test_project() {
    (
        echo first | must keychainctl set --service app --account password
        line=$(grep -m 1 '^keychainctl project /run/app' "$page" | sed "s|/run/app|$folder/app|")
        [ "$(id -u)" = 0 ] || line=${line/--owner 1000:1000 /}
        bash -c "exec $line" >log 2>&1 &
        project=$!
        wait_for() { for _ in $(seq 100); do [ "$(cat app/password 2>/dev/null)" = "$1" ] && return; sleep 0.1; done; fail "project: no $1"; }
        wait_for first
        echo second | keychainctl set --service app --account password
        wait_for second
        kill "$project"
        wait "$project" || fail "project does not end in order"
        [ ! -e app ] || fail "project leaves files"
    )
    passed project
}
