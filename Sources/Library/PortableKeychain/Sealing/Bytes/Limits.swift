/// All sizes and bounds of the format, each defined once, with its reason (vault-format.md §2).
enum Limits {
    /// AES-256, HMAC-SHA-256 and root keys.
    static let keyLength = 32
    /// Identifiers of keychains, items and device keys, and primary key tokens: 128 bits.
    static let identifierLength = 16
    /// AES-GCM as in NIST SP 800-38D: 96-bit nonces, 128-bit tags.
    static let nonceLength = 12
    static let tagLength = 16
    static let boxOverhead = nonceLength + tagLength
    /// AES-CMAC as in NIST SP 800-38B.
    static let codeLength = 16
    static let saltLength = 32
    /// A secret is padded to a multiple of this, so that a box does not reveal the exact length of
    /// a password.
    static let secretPadding = 32
    /// The largest payload.
    ///
    /// SQLite's default limit is 1e9 bytes per row.
    static let secretLength = 512 << 20
    /// The largest number of bytes that an envelope adds to a payload.
    static let envelopeOverhead = 256
    /// The largest encoded set of attributes, which describe an item and are not meant for large
    /// data.
    static let attributesLength = 16 << 20
    /// The largest keybag that is parsed.
    static let keybagLength = 1 << 16
    /// The largest number of slots, and the longest parameters of one: a sealed blob of a chip.
    static let slotCount = 16
    static let slotParametersLength = 1024
    /// The largest cost N · r · p of scrypt.
    ///
    /// A file states the cost before anything in it can be authenticated. Four times the default
    /// is at most a few seconds and 512 MiB; every factor at its own bound would take three minutes.
    static let scryptCost = 1 << 22
    static let scryptParallelism = 16
    /// Keychains with at most this number of rows are checked against the set digest before the
    /// absence of an item is reported.
    static let checkedAbsenceRows = 1024
    /// The longest passcode.
    ///
    /// It is hashed, so the length costs little; the limit only refuses mistakes.
    static let passcodeLength = 4096
}
