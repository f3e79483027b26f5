import Foundation

@testable import PortableKeychain

/// Keys that tests share: making RSA keys takes long.
enum TestKeys {
    static let pems: [String: String] = [
        "p256": KnownKeys.p256, "p384": KnownKeys.p384, "p521": KnownKeys.p521,
        "ed25519": KnownKeys.ed25519, "x25519": KnownKeys.x25519,
        "rsa2048": KnownKeys.rsa2048, "rsa1024": KnownKeys.rsa1024,
        "rsa512": KnownKeys.rsa512,
    ]

    /// One private key of each family.
    static let all: [String: KeyMaterial] = {
        var keys = pems.compactMapValues { try? KeyMaterial(pem: .utf8($0)) }
        for (name, specification) in [
            ("mlkem768", .mlKEM768), ("mlkem1024", .mlKEM1024), ("mldsa65", .mlDSA65),
            ("mldsa87", .mlDSA87),
        ] as [(String, KeySpecification)] {
            keys[name] = try? KeyMaterial.generate(specification)
        }
        return keys
    }()

    static let names = [
        "p256", "p384", "p521", "ed25519", "x25519", "rsa2048", "rsa1024", "rsa512", "mlkem768",
        "mlkem1024", "mldsa65", "mldsa87",
    ]

    static func key(_ name: String) throws -> KeyMaterial {
        guard let key = all[name] else { throw KeychainError(.itemNotFound, reason: name) }
        return key
    }

    /// Another private key of the same kind.
    static func other(_ name: String) throws -> KeyMaterial {
        let key = try key(name)
        return name == "rsa2048"
            ? try self.key("rsa1024")
            : try key.another()
    }
}

extension KeyMaterial {
    /// A new key of the same kind.
    func another() throws -> KeyMaterial {
        try .generate(KeySpecification(type: type, sizeInBits: sizeInBits))
    }
}

extension SecretBytes {
    static func bytes(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    static func utf8(_ text: String) -> SecretBytes { bytes(Array(text.utf8)) }

    var array: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}

/// The cause of a failure, or `nil`.
func cause(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? KeychainError)?.code ?? .internalError
    }
}
