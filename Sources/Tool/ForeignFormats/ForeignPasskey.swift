package import KeychainPasskeys
package import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// A passkey of another program, all of whose parts a keychain can hold.
package struct ForeignPasskey {
    /// The parts of a passkey as a file has them, which can be anything.
    struct Parts {
        /// The domain of the site.
        var site: String
        var userName = ""
        var displayName = ""
        /// The identifier of the credential; `nil` if it is not readable.
        var credentialID: [UInt8]?
        /// The bytes by which the site knows the account; `nil` if they are not readable.
        var userHandle: [UInt8]?
        /// The private key in PKCS #8, as DER or PEM; `nil` if it is not readable.
        var key: SecretBytes?
        /// The number of signatures of the passkey; empty if the format does not count.
        var counter = ""
        /// The time at which it was made, in seconds since 1970.
        var created: Double?
        /// Whether the site knows that several devices can have it.
        var isBackupEligible = true
        /// The names of data for extensions, which keychains do not have.
        var extensions: [String] = []

        init(site: String) { self.site = site }
    }

    /// The site and the account; its date is that of ``created``, or 1970.
    package let account: PasskeyAccount
    /// The private key: P-256 or Ed25519.
    package let key: KeyMaterial
    /// The time at which it was made, in seconds since 1970; `nil` if the file does not say it.
    package let created: Double?

    /// Checks the parts of a passkey.
    ///
    /// - Throws: ``FormatProblem`` for a part that no passkey here can have.
    init(_ parts: Parts) throws(FormatProblem) {
        // Sites refuse a counter that falls, and here it is always zero.
        guard ["", "0"].contains(parts.counter) else {
            throw FormatProblem("its counter is not zero, so its site would refuse it here")
        }
        guard let identifier = parts.credentialID,
            (1...PasskeyAccount.longestCredentialID).contains(identifier.count)
        else { throw FormatProblem("its credential identifier is not 1 to 1,023 bytes") }
        guard let handle = parts.userHandle,
            (1...PasskeyAccount.longestUserHandle).contains(handle.count)
        else { throw FormatProblem("its user handle is not 1 to 64 bytes") }
        let names = [parts.userName, parts.displayName]
        guard names.allSatisfy({ $0.utf8.count <= PasskeyAccount.longestName }) else {
            throw FormatProblem("the name of its user has more than 1,024 bytes")
        }
        account = PasskeyAccount(
            relyingParty: parts.site.asciiLowercased,
            userHandle: handle,
            userName: parts.userName,
            displayName: parts.displayName,
            credentialID: identifier,
            created: Date(timeIntervalSince1970: parts.created ?? 0),
            isBackupEligible: parts.isBackupEligible
        )
        guard account.isWellFormed else {
            throw FormatProblem("its site is not the name of a host in ASCII")
        }
        created = parts.created
        key = try Self.key(parts.key)
    }

    private static func key(_ text: SecretBytes?) throws(FormatProblem) -> KeyMaterial {
        guard let text, let key = read(text), key.keyClass == .privateKey else {
            throw FormatProblem("its private key is not readable as PKCS #8")
        }
        guard PasskeyAlgorithm(key) != nil else {
            throw FormatProblem("its private key is neither P-256 nor Ed25519")
        }
        return key
    }

    private static func read(_ text: SecretBytes) -> KeyMaterial? {
        let isPEM = text.withUnsafeBytes { $0.starts(with: "-----BEGIN".utf8) }
        return isPEM ? try? KeyMaterial(pem: text) : try? KeyMaterial(pkcs8: text)
    }
}
