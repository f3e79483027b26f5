/// Every bound and size, once, with its reason (vault-format.md §2).
enum Limits {
    /// AES-256, HMAC-SHA-256 and root keys.
    static let keyLength = 32
    /// Identifiers of keychains, items and device keys, and primary key tokens: 128 bits.
    static let identifierLength = 16
    /// AES-GCM as in NIST SP 800-38D: 96-bit nonces, 128-bit tags.
    static let nonceLength = 12
    static let tagLength = 16
    static let boxOverhead = nonceLength + tagLength
    static let saltLength = 32
    /// A secret is padded to a multiple of this, so that a box does not show a password's length.
    static let secretPadding = 32
    /// The largest payload: SQLite's default limit is 1e9 bytes a row.
    static let secretLength = 512 << 20
    /// What an envelope adds to a payload at most.
    static let envelopeOverhead = 256
    /// The largest encoded set of attributes; attributes describe, they do not store.
    static let attributesLength = 16 << 20
    /// The largest keybag that is parsed.
    static let keybagLength = 1 << 16
    /// What scrypt may use when a file names its cost: 1 GiB keeps a hostile file from taking all
    /// memory, and is eight times the default's 128 MiB.
    static let scryptMemory = 1 << 30
    static let scryptParallelism = 16
    /// Up to so many rows are checked against the set digest before an absence is believed.
    static let checkedAbsenceRows = 1024
    /// A passcode is hashed, so its length costs nothing; this only stops nonsense.
    static let passcodeLength = 4096
}
