/// The key that opens a keychain whose passcode or device key is lost: 160 random bits, to be
/// written on paper.
///
/// Its text is 40 letters and digits in eight groups of five, in Crockford's base 32, which has no
/// letters that look like others. The last character of each group is a check of the group and its
/// place, so a mistyped group is named.
///
/// ``KeychainAccess/setRecoveryKey(_:confirmedBy:proof:)`` makes it a way into the keychain, and a person who
/// types it back opens the keychain with it:
///
/// ```swift
/// func open(_ keychain: Keychain, withTyped text: SecretBytes) throws {
///     try keychain.access.unlock(.recoveryKey(RecoveryKey(typed: text)))
/// }
/// ```
public struct RecoveryKey: Sendable {
    /// The random bytes.
    package let bytes: SecretBytes

    /// The number of random bytes.
    package static let length = 20
    private static let groupCount = 8
    /// The characters of a group, and those of them that are not its check.
    private static let groupLength = 5
    private static let dataLength = 4
    private static let hyphen = UInt8(ascii: "-")
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    package init(bytes: SecretBytes) { self.bytes = bytes }

    /// Reads a key that a person typed.
    ///
    /// Upper and lower case are the same, O is read as 0, and I and L as 1; blanks, hyphens and line
    /// breaks mean nothing.
    ///
    /// - Parameter text: The text in ASCII.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for anything else than a recovery key; the
    ///   reason names the group that was mistyped.
    public init(typed text: SecretBytes) throws(KeychainError) {
        try self.init(typed: text, as: "recovery key")
    }

    /// Reads another secret that is written in the same way.
    ///
    /// - Parameters:
    ///   - text: The text in ASCII.
    ///   - what: The name of the secret for users, in the reason.
    /// - Throws: ``KeychainError/Code/invalidParameter`` as ``init(typed:)``.
    package init(typed text: SecretBytes, as what: String) throws(KeychainError) {
        let count = Self.groupCount * Self.groupLength
        var found = 0
        let values = try SecretBytes(count: count) { room throws(KeychainError) in
            try text.withUnsafeBytes { text throws(KeychainError) in
                for byte in text where !Self.isSeparator(byte) {
                    guard let value = Self.value(of: byte) else {
                        throw Self.mistyped(what, "has a character that no \(what) has", found)
                    }
                    if found < count { room[found] = value }
                    found += 1
                }
            }
        }
        guard found == count else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    A \(what) has \(count) letters and digits, but this text has \(found). \
                    Enter all \(Self.groupCount) groups of \(Self.groupLength).
                    """
            )
        }
        let key = SecretBytes(count: Self.length) { room in
            values.withUnsafeBytes { values in
                for index in 0..<Self.groupCount * Self.dataLength {
                    let place = index / Self.dataLength * Self.groupLength + index % Self.dataLength
                    // The bits of the five-bit values, one after another.
                    for bit in 0..<5 where values[place] & (16 >> UInt8(bit)) != 0 {
                        let target = index * 5 + bit
                        room[target / 8] |= 128 >> UInt8(target % 8)
                    }
                }
            }
        }
        bytes = key
        for group in 0..<Self.groupCount {
            let place = group * Self.groupLength + Self.dataLength
            guard values.withUnsafeBytes({ $0[place] }) == Self.check(of: group, in: key) else {
                throw Self.mistyped(what, "was mistyped", place)
            }
        }
    }

    /// The text: eight groups of five characters with hyphens between them, in ASCII.
    public var text: SecretBytes {
        SecretBytes(count: Self.groupCount * (Self.groupLength + 1) - 1) { room in
            for group in 0..<Self.groupCount {
                let start = group * (Self.groupLength + 1)
                for place in 0..<Self.dataLength {
                    let value = Self.value(at: group * Self.dataLength + place, in: bytes)
                    room[start + place] = Self.alphabet[Int(value)]
                }
                let check = Self.check(of: group, in: bytes)
                room[start + Self.dataLength] = Self.alphabet[Int(check)]
                if group + 1 < Self.groupCount { room[start + Self.groupLength] = Self.hyphen }
            }
        }
    }

    /// Compares two keys in constant time.
    ///
    /// - Parameter other: The other key.
    /// - Returns: Whether they are the same.
    public func matches(_ other: RecoveryKey) -> Bool { bytes.matches(other.bytes) }

    /// Five bits of a key, from its first on.
    private static func value(at index: Int, in key: SecretBytes) -> UInt8 {
        key.withUnsafeBytes { key in
            (0..<5).reduce(UInt8(0)) { value, bit in
                let source = index * 5 + bit
                return value << 1 | key[source / 8] >> UInt8(7 - source % 8) & 1
            }
        }
    }

    /// The check of a group: the sum of its values and its place with odd weights, modulo 32.
    ///
    /// An odd weight has an inverse modulo 32, so each mistyped character and each exchanged group
    /// is found. Of two neighbours that were exchanged, only those whose values differ by 16 are
    /// not.
    private static func check(of group: Int, in key: SecretBytes) -> UInt8 {
        let sum = (0..<dataLength).reduce(11 * group) { sum, place in
            sum + (2 * place + 1) * Int(value(at: group * dataLength + place, in: key))
        }
        return UInt8(sum % 32)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == hyphen || byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }

    /// The value of a typed character; `nil` if no key has it.
    private static func value(of byte: UInt8) -> UInt8? {
        let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        switch isLowercase ? byte - 32 : byte {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        case let letter: return alphabet.firstIndex(of: letter).map { UInt8($0) }
        }
    }

    private static func mistyped(
        _ what: String,
        _ problem: String,
        _ place: Int
    ) -> KeychainError {
        KeychainError(
            .invalidParameter,
            reason: "Group \(min(place / groupLength, groupCount - 1) + 1) of \(groupCount) of the "
                + "\(what) \(problem). Compare it and type it again."
        )
    }
}
