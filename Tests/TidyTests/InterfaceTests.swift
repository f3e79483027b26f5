import Testing

/// A program that imports the library beside others can name the types of all of them without
/// the module: where two modules give one name to different types, Swift refuses it as ambiguous.
@Suite struct InterfaceTests {
    /// Top-level types of modules that are imported beside a keychain, and words that programs
    /// give to types of their own.
    private static let taken = [
        "X509": [
            "Certificate", "CertificateError", "CertificateStore", "CommonName", "CustomPrivateKey",
            "DistinguishedName", "ExtendedKeyUsage", "GeneralName", "KeyUsage", "NameConstraints",
            "PolicyFailureReason", "VerificationDiagnostic", "VerificationResult", "Verifier",
        ],
        "Crypto": [
            "AES", "ChaChaPoly", "CryptoError", "Digest", "HashFunction", "KEM",
            "MessageAuthenticationCode", "P256", "SharedSecret", "SymmetricKey", "SymmetricKeySize",
        ],
        "NIOCore": [
            "ByteBuffer", "Channel", "ChannelError", "ChannelOption", "EventLoop", "FileRegion",
            "IOError", "Scheduled", "SocketAddress", "SocketOption", "System", "TimeAmount",
        ],
        "SystemPackage": ["Errno", "FileDescriptor", "FilePath", "FilePermissions"],
        "Foundation": ["Data", "Date", "Host", "Notification", "Operation", "Predicate", "URL"],
        "Logging": ["Logger", "LogHandler"],
        "Hummingbird": ["Application", "Cookie", "Environment", "Request", "Response", "Router"],
        "programs": [
            "Account", "Answer", "Attribute", "Attributes", "Backup", "Change", "Changes", "Clock",
            "Configuration", "Credential", "Credentials", "Entropy", "Entry", "Group", "Identity",
            "Item", "Key", "Match", "Matching", "Name", "Object", "Passcode", "Password", "Policy",
            "PrivateKey", "PublicKey", "Query", "Question", "Reference", "Secret", "Signature",
            "State", "Store", "Token", "Trust", "Update", "User", "Validity",
        ],
    ]

    private static let kinds: Set = [
        "actor", "class", "enum", "protocol", "struct", "typealias",
    ]

    @Test(arguments: ["PortableKeychain", "KeychainTesting"])
    func givesNoTypeANameThatIsTaken(product: String) throws {
        let interface = try #require(Repository.file("API/\(product).txt"))
        // `Keychain | struct Keychain`; members have a full stop in the name.
        let types = Set(
            interface.lines.compactMap { line -> String? in
                let words = line.split(separator: " ", maxSplits: 4).map(String.init)
                guard words.count > 2, !words[0].contains("."),
                    !Self.kinds.isDisjoint(with: words[2...])
                else { return nil }
                return words[0]
            }
        )
        #expect(!types.isEmpty)
        for (module, names) in Self.taken.sorted(by: { $0.key < $1.key }) {
            let shared = types.intersection(names).sorted()
            #expect(shared.isEmpty, "\(product) and \(module) both have types of these names.")
        }
    }
}
