internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// A key to test with, and facts about it from other sources than the code under test.
package struct KeyFixture: Sendable {
    /// The kind of key.
    package let type: KeyType
    /// The half of the pair.
    package let keyClass: KeyClass
    /// The external representation.
    package let bytes: [UInt8]
    /// The attributes of the stored object (item-semantics.md §6.1).
    package let attributes: ItemAttributes

    init(
        type: KeyType,
        keyClass: KeyClass,
        sizeInBits: Int64,
        applicationLabel: String,
        bytes: String
    ) {
        self.type = type
        self.keyClass = keyClass
        self.bytes = Array(Data(fixture: bytes))
        let isPrivate = keyClass == .privateKey
        var attributes: ItemAttributes = [
            .applicationLabel: .data(Data(hexadecimal: applicationLabel)),
            .keySizeInBits: .number(sizeInBits), .effectiveKeySize: .number(sizeInBits),
            .keyClass: .number(isPrivate ? 1 : 0),
        ]
        attributes[.type] = Int64(type.rawValue).map { .number($0) }
        for (key, ofPrivate, ofPublic) in Self.flags {
            attributes[key] = .number((isPrivate ? ofPrivate : ofPublic) ? 1 : 0)
        }
        if isPrivate, type == .ellipticCurve { attributes[.canDerive] = .number(1) }
        self.attributes = attributes
    }

    /// All of them.
    package static let all = [ann, annPublic, bob, bobPublic, eve, rsa, ed25519]

    /// Whether a flag is set for a private key, and for a public one.
    private static let flags: [(AttributeKey, Bool, Bool)] = [
        (.isPermanent, true, true), (.isPrivate, true, true), (.isModifiable, true, true),
        (.isSensitive, false, false), (.wasAlwaysSensitive, false, false),
        (.isExtractable, true, true), (.wasNeverExtractable, false, false),
        (.canEncrypt, false, true), (.canDecrypt, true, false), (.canDerive, false, false),
        (.canSign, true, false), (.canVerify, false, true), (.canSignRecover, false, false),
        (.canVerifyRecover, false, false), (.canWrap, false, true), (.canUnwrap, true, false),
    ]

    /// The key as an object.
    package var material: KeyMaterial {
        do {
            return try KeyMaterial(
                externalRepresentation: SecretBytes(bytes),
                type: type,
                keyClass: keyClass
            )
        } catch {
            preconditionFailure("OpenSSL made this key, and it is not read: \(error)")
        }
    }

    /// The key as an object of a request.
    package var object: ItemObject { .key(material) }
}
