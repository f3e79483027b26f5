import PortableKeychain

@testable import SSHAgent

/// Messages as clients write them (RFC 9987).
enum AgentMessages {
    static let identities: [UInt8] = [11]
    static let removeAll: [UInt8] = [19]

    static func sign(_ key: SSHPublicKey, _ data: [UInt8], flags: UInt32 = 0) -> [UInt8] {
        SSHWriter.bytes {
            $0.byte(13)
            $0.string(key.blob)
            $0.string(data)
            $0.number(flags)
        }
    }

    static func remove(_ key: SSHPublicKey) -> [UInt8] {
        SSHWriter.bytes {
            $0.byte(18)
            $0.string(key.blob)
        }
    }

    static func lock(_ passphrase: String) -> [UInt8] { word(22, passphrase) }

    static func unlock(_ passphrase: String) -> [UInt8] { word(23, passphrase) }

    /// A key of Ed25519 that a client adds, with what limits it.
    static func add(_ key: KeyMaterial, constraints: [UInt8]? = nil) -> [UInt8] {
        let publicKey = key.publicKey.externalRepresentation.withUnsafeBytes { Array($0) }
        let seed = key.externalRepresentation.withUnsafeBytes { Array($0) }
        return SSHWriter.bytes {
            $0.byte(constraints == nil ? 17 : 25)
            $0.text("ssh-ed25519")
            $0.string(publicKey)
            $0.string(seed + publicKey)
            $0.text("added")
        } + (constraints ?? [])
    }

    private static func word(_ number: UInt8, _ word: String) -> [UInt8] {
        SSHWriter.bytes {
            $0.byte(number)
            $0.text(word)
        }
    }
}
