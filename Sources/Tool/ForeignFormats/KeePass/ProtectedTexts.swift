internal import ForeignCrypto
internal import PortableKeychain
internal import SafeText

/// The texts in the XML of a database that are encrypted a second time, one after the other in the
/// order of the document.
struct ProtectedTexts {
    /// The cipher; `nil` if the texts are only encoded.
    private var stream: DatabaseStream?

    /// The attribute of elements with such a text.
    static let mark = "Protected"
    /// The attribute that an export has instead.
    static let replacement = "ProtectInMemory"

    /// Whether an attribute is true, as programs write it.
    static func isTrue(_ value: String?) -> Bool { value?.lowercased() == "true" }

    /// The number of ChaCha20 in a header.
    static let chaCha20: UInt64 = 3

    /// Starts with the first text.
    ///
    /// - Parameters:
    ///   - cipher: The number of the cipher in a header.
    ///   - key: The bytes from which its key is derived.
    ///   - problem: The error for a key that cannot exist.
    /// - Throws: The given error, and ``FormatProblem`` for a cipher that is not supported or is
    ///   missing here.
    init(
        cipher: UInt64,
        key: SecretBytes,
        orThrow problem: FormatProblem
    ) throws(FormatProblem) {
        guard key.count <= 1024 else { throw problem }
        switch cipher {
        case 0: stream = nil
        case 2:
            guard DatabaseStream.Kind.salsa20.isPresent else {
                throw FormatProblem(
                    "passwords in the database are encrypted with Salsa20, for which "
                        + "libsodium.so.23 is missing",
                    advice: "install it (on Debian and Ubuntu the package libsodium23), or save "
                        + "the database as KDBX 4 and import that"
                )
            }
            stream = DatabaseStream(
                .salsa20,
                key: SecretDigest.sha256([key]),
                nonce: [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A]
            )
        case Self.chaCha20:
            let digest = SecretDigest.sha512([key])
            stream = DatabaseStream(
                .chaCha20,
                key: SecretText.part(of: digest, 0..<32),
                nonce: digest.withUnsafeBytes { Array($0[32..<44]) }
            )
        default: throw KDBXHeader.unsupported("encrypted with an unknown cipher inside")
        }
    }

    /// Decrypts the next text, which may be any bytes.
    ///
    /// - Throws: ``FormatProblem`` for a text that is not Base64.
    mutating func reveal(_ text: SecretBytes) throws(FormatProblem) -> SecretBytes {
        guard text.count > 0 else { return text }
        guard let bytes = Base64.decoded(text),
            let plain = stream == nil ? bytes : stream?.apply(to: bytes)
        else { throw FormatProblem("a protected text in the database is damaged") }
        return plain
    }

    /// Encrypts the next text, which may be any bytes.
    ///
    /// - Returns: The text in Base64; `nil` beyond the end of the cipher.
    mutating func conceal(_ text: SecretBytes) -> SecretBytes? {
        stream == nil ? Base64.encoded(text) : stream?.apply(to: text).map { Base64.encoded($0) }
    }
}
