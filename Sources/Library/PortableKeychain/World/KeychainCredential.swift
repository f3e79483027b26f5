/// The secret with which a service opens its keychain without asking the user.
///
/// `keychainctl credential create` makes one. Every program that can read it opens the keychain on
/// the same machine, so the service manager should have it: `LoadCredentialEncrypted=` of systemd
/// decrypts it for one service only. Items that require their user stay closed.
///
/// A file contains the 32 bytes of the secret, or 64 hexadecimal digits and perhaps a newline. Only
/// the user of the process, or root, may own it or be able to change it.
public struct KeychainCredential: Sendable {
    private enum Source { case file(String), bytes(SecretBytes) }

    private let source: Source

    /// A credential in a file, which is read when a keychain has to be unlocked.
    ///
    /// - Parameter path: The file.
    /// - Returns: The credential.
    public static func file(_ path: String) -> KeychainCredential {
        KeychainCredential(source: .file(path))
    }

    /// A credential that the program has from elsewhere.
    ///
    /// - Parameter secret: 32 bytes, or 64 hexadecimal digits and perhaps a newline.
    /// - Returns: The credential.
    public static func secret(_ secret: SecretBytes) -> KeychainCredential {
        KeychainCredential(source: .bytes(secret))
    }

    /// The file `keychain.key` in the folder `$CREDENTIALS_DIRECTORY`, which systemd sets for a
    /// service; `nil` where there is none.
    static var ofService: KeychainCredential? {
        guard let folder = UserEnvironment.variable("CREDENTIALS_DIRECTORY"),
            folder.hasPrefix("/"), PrivateFile.exists(folder + "/keychain.key")
        else { return nil }
        return .file(folder + "/keychain.key")
    }

    private static let length = 32

    /// Reads the secret.
    ///
    /// - Throws: ``KeychainError/Code/unsafePermissions`` for a file that others can change or read,
    ///   ``KeychainError/Code/invalidParameter`` for anything else than a credential, or a failure
    ///   of the disk.
    package func read() throws(KeychainError) -> SecretBytes {
        switch source {
        case .bytes(let secret): return try Self.decoded(secret, "The credential")
        case .file(let path):
            guard let content = try PrivateFile.readCredential(path, atMost: 4 * Self.length) else {
                throw KeychainError(
                    .inputOutput,
                    reason: "The credential \(path) is missing. Check the settings of the service."
                )
            }
            return try Self.decoded(content, "The file \(path)")
        }
    }

    private static func decoded(
        _ content: SecretBytes,
        _ name: String
    ) throws(KeychainError) -> SecretBytes {
        if content.count == length { return content }
        let digits: SecretBytes? = content.withUnsafeBytes { bytes in
            let hasNewline = bytes.count == 2 * length + 1 && bytes.last == UInt8(ascii: "\n")
            guard hasNewline || bytes.count == 2 * length else { return nil }
            guard bytes.prefix(2 * length).allSatisfy({ digit($0) != nil }) else { return nil }
            return SecretBytes(count: length) { room in
                for place in 0..<length {
                    let (high, low) = (digit(bytes[2 * place]), digit(bytes[2 * place + 1]))
                    room[place] = (high ?? 0) << 4 | (low ?? 0)
                }
            }
        }
        guard let digits else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    \(name) is not a credential, which has \(length) bytes or \(2 * length) \
                    hexadecimal digits. Make one with 'keychainctl credential create'.
                    """
            )
        }
        return digits
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
