/// A command that is refused, with the state in which it is.
struct Refusal: Sendable {
    let state: LostState
    let words: [String]
    let input: String
    let status: Int32
    /// What the message says was done all the same, and the end of the names of what is new.
    let done: String?

    init(
        _ state: LostState,
        _ line: String,
        _ input: String,
        _ status: Int32,
        done: String? = nil
    ) {
        self.state = state
        words = line.split(separator: " ").map(String.init)
        (self.input, self.status, self.done) = (input, status, done)
    }

    /// A command without an input.
    init(_ state: LostState, _ line: String, _ status: Int32, done: String? = nil) {
        self.init(state, line, "", status, done: done)
    }

    /// What commands find in the folder besides keychains: what exists, and what cannot be read.
    static let files: [(name: String, text: String)] = [
        ("taken", "mine\n"), ("bad.csv", "\"name\n"), ("bad.p12", "no bundle"),
        ("bin/keychainctl-mine", ""), ("bin/docker-credential-keychain", "mine\n"),
    ]

    private static let passcode = LockedUse.passcode + "\n"
    private static let otherKey = "00000-0000B-0000P-00001-0000C-0000Q-00002-0000D\n"
    private static let key = String(decoding: Script.file("ed25519.pem"), as: UTF8.self)

    /// The rows of the table; the same command is also tried in all states.
    static let all: [Refusal] = output + items + objects + keychains + ways + others

    /// Files that exist already, or cannot be made.
    private static let output: [Refusal] = ["taken", "nowhere/new"].flatMap { file in
        let status: Int32 = file == "taken" ? 64 : 74
        return [
            Refusal(.open, "export --plain \(file)", status),
            Refusal(.open, "backup \(file)", "sesame\n", status),
            Refusal(.open, "inject --output \(file)", "{{ keychain:api/ci }}", status),
            Refusal(.locked, "credential create \(file)", passcode, status),
            Refusal(.locked, "recovery create --unconfirmed --sheet \(file)", passcode, status),
        ]
    }

    private static let items: [Refusal] = [
        Refusal(.open, "add -s api -a ci", "1\n", 45),
        Refusal(.open, "add -s api -a new", "", 64),
        Refusal(.open, "set -s new", "", 64),
        Refusal(.open, "set -a new", "1\n", 64),
        Refusal(.open, "get nothing", 44),
        Refusal(.open, "copy nothing", 44),
        Refusal(.open, "show -s nothing", 44),
        Refusal(.open, "list --class nothing", 64),
        Refusal(.open, "search", 64),
        Refusal(.open, "edit api/ci --server a", 64),
        Refusal(.open, "edit nothing --label new", 44),
        Refusal(.open, "edit api/ci -s a -a me", 45),
        Refusal(.open, "rename api/ci new", 64),
        Refusal(.open, "rename api/ci a/me", 45),
        Refusal(.open, "delete", 64),
        Refusal(.open, "delete -s nothing --yes", 44),
        Refusal(.open, "browse", 64),
        Refusal(.open, "watch --nothing", 64),
        Refusal(.open, "clear-clipboard --nothing", 64),
        Refusal(.open, "run --env A=nothing -- true", 44),
        Refusal(.open, "inject", "{{ keychain:nothing }}", 44),
        Refusal(.open, "project new --file a=nothing", 44),
        Refusal(.open, "project taken --file a=api/ci", 74),
        Refusal(.open, "otp add --issuer a", "!\n", 65),
        Refusal(.open, "otp code nothing", 44),
        Refusal(.open, "import bad.csv --yes", 65),
        Refusal(.open, "import taken", 65),
        Refusal(.open, "export", 64),
        Refusal(.open, "backup new", "", 64),
        Refusal(.open, "restore all.backup --yes", "wrong\n", 51),
        Refusal(.open, "restore taken --yes", "sesame\n", 65),
        Refusal(.open, "restore taken", "sesame\n", 65),
    ]

    private static let objects: [Refusal] = [
        Refusal(.open, "key import --label a", "no key", 65),
        Refusal(.open, "key import --label a --accessible nothing", key, 64),
        Refusal(.open, "key generate --type rsa --size 1", 64),
        Refusal(.open, "key generate --token tpm --type rsa", 64),
        Refusal(.open, "key list --nothing", 64),
        Refusal(.open, "key ssh --label nothing", 44),
        Refusal(.open, "key export --label nothing", 44),
        Refusal(.open, "key delete --label nothing", 44),
        Refusal(.open, "certificate import", "no certificate", 65),
        Refusal(.open, "certificate list --nothing", 64),
        Refusal(.open, "certificate show --label nothing", 44),
        Refusal(.open, "certificate verify --label nothing", 44),
        Refusal(.open, "certificate export --label nothing", 44),
        Refusal(.open, "certificate delete --label nothing", 44),
        Refusal(.open, "identity import identity.p12", "wrong\n", 51),
        Refusal(.open, "identity import bad.p12", "s3cret\n", 65),
        Refusal(.open, "identity list --nothing", 64),
        Refusal(.open, "identity export --label nothing", "1\n", 44),
        Refusal(.open, "identity delete --label nothing", 44),
    ]

    private static let keychains: [Refusal] = [
        Refusal(.open, "create work", 48),
        Refusal(.open, "create nowhere/", 64),
        Refusal(.open, "keychains --nothing", 64),
        Refusal(.open, "default nothing", 50),
        Refusal(.open, "remove-keychain work", 64),
        Refusal(.open, "remove-keychain nothing --yes", 50),
        Refusal(.open, "remove-keychain ./taken --yes", 49),
        Refusal(.damaged, "verify", 93),
        Refusal(.damaged, "doctor", 93),
        Refusal(.older, "accept-older", 64),
        Refusal(.open, "status --nothing", 64),
        Refusal(.open, "lock", 53),
        Refusal(.open, "unlock", "1\n", 53),
        Refusal(.locked, "unlock", "wrong\n", 51),
        Refusal(.locked, "passcode set", "1\n1\n", 64),
        Refusal(.open, "passcode set", "", 64),
        Refusal(.locked, "passcode change", "wrong\nnew\n", 51),
        Refusal(.locked, "passcode change", passcode, 64),
        Refusal(.locked, "passcode remove", "wrong\n", 51),
        Refusal(.locked, "rotate --yes", "wrong\n", 51),
        Refusal(.locked, "rotate", passcode, 64),
        Refusal(.locked, "rotate --yes --new-passcode", passcode, 64),
        Refusal(.locked, "rotate --yes --keep-recovery", passcode + otherKey, 51),
        Refusal(.locked, "rotate --yes --keep-credential taken", passcode, 64),
        Refusal(.open, "rotate --yes --keep-recovery", 64),
    ]

    private static let ways: [Refusal] = [
        Refusal(.open, "slot list --nothing", 64),
        Refusal(.locked, "slot remove nothing", passcode, 64),
        Refusal(.open, "recovery create", 64),
        Refusal(.locked, "recovery create --unconfirmed", "wrong\n", 51),
        Refusal(.locked, "recovery remove", "wrong\n", 51),
        Refusal(.open, "recovery remove", 44),
        Refusal(.open, "recovery status --nothing", 64),
        Refusal(.locked, "recover", otherKey + "new\n", 51),
        Refusal(.locked, "recover", "no key\nnew\n", 64),
        Refusal(.locked, "recover", recovery + "\n", 64),
        Refusal(.open, "recover", otherKey + "new\n", 53),
        Refusal(.deviceKeyMissing, "recover", otherKey + "new\n", 51),
        Refusal(.deviceKeyOfAnother, "recover", otherKey + "new\n", 51),
        Refusal(.locked, "credential create new", "wrong\n", 51),
        Refusal(.open, "credential remove", 44),
        Refusal(.open, "fido2 enroll", 53),
        Refusal(.open, "fido2 list --nothing", 64),
        Refusal(.open, "fido2 remove nothing", 64),
        Refusal(.open, "tpm status --nothing", 64),
        Refusal(.open, "tpm recovery --nothing", 64),
        Refusal(.open, "tpm bind", 64),
        Refusal(.open, "tpm unbind --recovery", otherKey, 44),
        Refusal(.open, "tpm enroll", 64),
        Refusal(.open, "tpm unlock", 64),
    ]

    private static let recovery = LostState.recovery

    private static let others: [Refusal] = [
        Refusal(.open, "helper git get --nothing", 64),
        Refusal(.open, "helper docker get", "nothing", 1),
        Refusal(.open, "helper keyring get nothing me", 1),
        Refusal(.open, "helper cargo --nothing", 64),
        Refusal(.open, "helper aws get --nothing", 64),
        Refusal(.open, "install-links bin nothing", 64),
        Refusal(.open, "install-links bin", 64, done: " is made."),
        Refusal(.open, "man-pages taken", 74),
        Refusal(.open, "ssh-agent --nothing", 64),
        Refusal(.open, "agent enable --nothing", 64),
        Refusal(.open, "agent disable --nothing", 64),
        Refusal(.open, "agent status", 64),
        Refusal(.open, "agent grants", 64),
        Refusal(.open, "agent revoke --all", 64),
        Refusal(.open, "agent log", 64),
        Refusal(.open, "agent answer", 64),
        Refusal(.open, "agent exclusive on", 64),
        Refusal(.open, "secret-service enable --nothing", 64),
        Refusal(.open, "secret-service disable --nothing", 64),
        Refusal(.open, "secret-service status --nothing", 64),
        Refusal(.open, "secret-service expose nothing --attribute user=ann", 44),
        Refusal(.open, "sync setup nowhere --unconfirmed", 64),
        Refusal(.open, "sync setup taken --unconfirmed", 64),
        Refusal(.open, "sync setup etcds://a.example:2379/keys --unconfirmed --user me", 64),
        Refusal(.open, "sync join nowhere", "no code\n", 64),
        Refusal(.open, "sync recover nowhere", otherKey, 64),
        Refusal(.open, "sync invite", 64),
        Refusal(.open, "sync invites", 64),
        Refusal(.open, "sync now", 64),
        Refusal(.open, "sync run", 64),
        Refusal(.open, "sync approve laptop", 64),
        Refusal(.open, "sync status", 64),
        Refusal(.open, "sync devices", 64),
        Refusal(.open, "sync doctor", 64),
        Refusal(.open, "sync remove laptop", 64),
        Refusal(.open, "sync rotate", 64),
        Refusal(.open, "sync pause", 64),
        Refusal(.open, "sync resume", 64),
        Refusal(.open, "sync leave", 64),
        Refusal(.open, "sync conflicts", 64),
        Refusal(.open, "sync remote nowhere", 64),
        Refusal(.open, "sync recovery create --unconfirmed", 64),
        Refusal(.open, "sync recovery remove", 64),
        Refusal(.open, "sync edits", 64),
        Refusal(.open, "sync accept-older --yes", 64),
        Refusal(.open, "sync repair", 64),
    ]
}
