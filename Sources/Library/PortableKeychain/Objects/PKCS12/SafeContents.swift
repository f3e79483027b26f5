internal import SwiftASN1

/// The parts of a bundle that are used here (RFC 7292, 4.2).
struct SafeContents {
    /// A certificate or key, with the names that join the two.
    struct Bag<Content> {
        let content: Content
        let friendlyName: String?
        let localKeyID: [UInt8]?
    }

    private(set) var certificates: [Bag<X509Certificate>] = []
    private(set) var keys: [Bag<KeyMaterial>] = []
    /// The number of bags with secrets, such as the secret keys of Java's keytool.
    private(set) var secretCount = 0
    /// The number of bags of unknown kinds.
    private(set) var unknownCount = 0

    /// More than any bundle holds.
    private static let countLimit = 4096
    private static let depthLimit = 8
    private var count = 0

    /// Reads one part more.
    mutating func read(
        _ bytes: ArraySlice<UInt8>,
        _ passphrase: BundlePassphrase,
        depth: Int = 0
    ) throws(KeychainError) {
        guard depth < Self.depthLimit else { throw .malformed }
        var bags = try DERCursor(try ASN1Node.bundlePart(bytes), .sequence)
        while bags.next != nil {
            count += 1
            guard count <= Self.countLimit else { throw .malformed }
            var bag = try bags.open(.sequence)
            let kind = try bag.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
            let value = try bag.take(.context(0)).only()
            let names = try Names(bag.takeIfPresent(.set))
            try bag.finish()
            switch kind {
            case .certificateBag:
                certificates.append(names.bag(try Self.certificate(value)))
            case .encryptedKeyBag:
                keys.append(names.bag(try EncryptedKey(value).key(passphrase)))
            case .plainKeyBag:
                keys.append(names.bag(try KeyMaterial(pkcs8: SecretBytes(value.encodedBytes))))
            case .nestedBag:
                try read(value.encodedBytes, passphrase, depth: depth + 1)
            case .secretBag: secretCount += 1
            case .revocationBag: break
            default: unknownCount += 1
            }
        }
    }

    private static func certificate(_ node: ASN1Node) throws(KeychainError) -> X509Certificate {
        var parts = try DERCursor(node, .sequence)
        let kind = try parts.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        let value = try parts.take(.context(0)).only()
        try parts.finish()
        guard kind == [1, 2, 840, 113549, 1, 9, 22, 1] else { throw .malformed }
        return try X509Certificate(der: try value.octets())
    }
}

/// The names of a bag (RFC 2985, 5.5).
private struct Names {
    var friendlyName: String?
    var localKeyID: [UInt8]?

    init(_ node: ASN1Node?) throws(KeychainError) {
        guard let node else { return }
        var attributes = try DERCursor(node, .set)
        while attributes.next != nil {
            var attribute = try attributes.open(.sequence)
            let kind = try attribute.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
            var values = try attribute.open(.set)
            guard let value = values.next else { continue }
            _ = try values.take()
            switch kind {
            case [1, 2, 840, 113549, 1, 9, 20]:
                let bytes = Array(try value.primitive(.bmpString))
                let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
                    UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
                }
                friendlyName = String(decoding: units, as: UTF16.self)
            case [1, 2, 840, 113549, 1, 9, 21]:
                localKeyID = Array(try value.primitive(.octetString))
            default: break
            }
        }
    }

    func bag<Content>(_ content: Content) -> SafeContents.Bag<Content> {
        SafeContents.Bag(
            content: content,
            friendlyName: friendlyName,
            localKeyID: localKeyID
        )
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let plainKeyBag: Self = [1, 2, 840, 113549, 1, 12, 10, 1, 1]
    static let encryptedKeyBag: Self = [1, 2, 840, 113549, 1, 12, 10, 1, 2]
    static let certificateBag: Self = [1, 2, 840, 113549, 1, 12, 10, 1, 3]
    fileprivate static let revocationBag: Self = [1, 2, 840, 113549, 1, 12, 10, 1, 4]
    fileprivate static let secretBag: Self = [1, 2, 840, 113549, 1, 12, 10, 1, 5]
    fileprivate static let nestedBag: Self = [1, 2, 840, 113549, 1, 12, 10, 1, 6]
}

extension ASN1Node {
    /// Reads a part of a bundle, which older programs write in the freer form (BER).
    static func bundlePart(_ bytes: ArraySlice<UInt8>) throws(KeychainError) -> ASN1Node {
        do {
            return try BER.parse(bytes)
        } catch {
            throw .malformed
        }
    }

    /// The only part of a value.
    func only() throws(KeychainError) -> ASN1Node {
        var parts = try DERCursor(self, identifier)
        let part = try parts.take()
        try parts.finish()
        return part
    }

    /// The bytes of an octet string, which the freer form allows to be cut into pieces.
    func octets() throws(KeychainError) -> [UInt8] {
        switch content {
        case .primitive(let bytes): return Array(bytes)
        case .constructed(let pieces):
            var bytes: [UInt8] = []
            for piece in pieces {
                guard piece.identifier == .octetString, case .primitive(let part) = piece.content
                else { throw .malformed }
                bytes += part
            }
            return bytes
        }
    }
}
