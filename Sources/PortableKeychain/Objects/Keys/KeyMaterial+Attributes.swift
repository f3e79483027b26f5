#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension KeyMaterial {
    /// The attributes that the key says of itself (item-semantics.md §6.1), truth values as numbers.
    package var itemAttributes: ItemAttributes {
        let isPrivate = keyClass == .privateKey
        var attributes: ItemAttributes = [
            .applicationLabel: .data(Data(applicationLabel)),
            .keySizeInBits: .number(Int64(sizeInBits)),
            .effectiveKeySize: .number(Int64(sizeInBits)),
        ]
        if let number = Int64(type.rawValue) { attributes[.type] = .number(number) }
        if let number = Int64(keyClass.rawValue) { attributes[.keyClass] = .number(number) }
        let flags: [(AttributeKey, Bool)] = [
            // Of every key: a public key too says that it is private, as Apple's do.
            (.isPermanent, true), (.isPrivate, true), (.isModifiable, true),
            (.isSensitive, false), (.wasAlwaysSensitive, false),
            (.isExtractable, true), (.wasNeverExtractable, false),
            (.canSignRecover, false), (.canVerifyRecover, false),
            // Of one half.
            (.canEncrypt, !isPrivate), (.canDecrypt, isPrivate || type == .rsa),
            (.canDerive, isPrivate && (type == .ellipticCurve || type == .x25519)),
            (.canSign, isPrivate), (.canVerify, !isPrivate),
            (.canWrap, !isPrivate), (.canUnwrap, isPrivate),
        ]
        for (key, value) in flags { attributes[key] = .number(value ? 1 : 0) }
        return attributes
    }
}
