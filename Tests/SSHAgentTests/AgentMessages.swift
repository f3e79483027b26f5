import PortableKeychain
import Testing

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

    /// A text that ssh-keygen would have signed, or `git` with it.
    static func file(namespace: String = "file") -> [UInt8] {
        Array("SSHSIG".utf8)
            + SSHWriter.bytes {
                $0.text(namespace)
                $0.text("")
                $0.text("sha512")
                $0.string([UInt8](repeating: 7, count: 64))
            }
    }

    /// A text that ssh would have signed to log in.
    static func login(
        _ key: SSHPublicKey,
        session: [UInt8] = [1, 2, 3],
        algorithm: String? = nil,
        service: String = "ssh-connection",
        hostKey: [UInt8]? = nil
    ) -> [UInt8] {
        SSHWriter.bytes {
            $0.string(session)
            $0.byte(50)
            $0.text("git")
            $0.text(service)
            $0.text(hostKey == nil ? "publickey" : "publickey-hostbound-v00@openssh.com")
            $0.byte(1)
            $0.text(algorithm ?? key.type.rawValue)
            $0.string(key.blob)
            if let hostKey { $0.string(hostKey) }
        }
    }

    /// The statement of ssh about a connection, signed by a host's key of Ed25519.
    static func bind(
        _ host: KeyMaterial,
        session: [UInt8],
        isForwarded: Bool,
        signs signed: [UInt8]? = nil
    ) throws -> [UInt8] {
        let blob = try #require(SSHPublicKey(host)).blob
        let signature = try SSHSignature.sign(signed ?? session, with: host, flags: 0)
        return SSHWriter.bytes {
            $0.byte(27)
            $0.text("session-bind@openssh.com")
            $0.string(blob)
            $0.string(session)
            $0.string(signature)
            $0.byte(isForwarded ? 1 : 0)
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

    /// A key of Ed25519 that a client adds, with its limits.
    static func add(
        _ key: KeyMaterial,
        comment: String = "added",
        constraints: [UInt8]? = nil
    ) -> [UInt8] {
        let publicKey = key.publicKey.externalRepresentation.withUnsafeBytes { Array($0) }
        let seed = key.externalRepresentation.withUnsafeBytes { Array($0) }
        return SSHWriter.bytes {
            $0.byte(constraints == nil ? 17 : 25)
            $0.text("ssh-ed25519")
            $0.string(publicKey)
            $0.string(seed + publicKey)
            $0.text(comment)
        } + (constraints ?? [])
    }

    private static func word(_ number: UInt8, _ word: String) -> [UInt8] {
        SSHWriter.bytes {
            $0.byte(number)
            $0.text(word)
        }
    }
}

extension Agent {
    /// Answers a client of which nothing is known.
    func answer(_ message: [UInt8]) -> AgentReply {
        answer(message, for: AgentClient(program: "/usr/bin/ssh"))
    }
}
