internal import KeychainEssentials

extension KeyMaterial {
    /// The item attributes that a key determines (item-semantics.md §6.1); truth values are
    /// numbers.
    package var itemAttributes: ItemAttributes {
        let isPrivate = keyClass == .privateKey
        var attributes: ItemAttributes = [
            .applicationLabel: .data(Data(applicationLabel)),
            .keySizeInBits: .number(Int64(sizeInBits)),
            .effectiveKeySize: .number(Int64(sizeInBits)),
        ]
        if let number = Int64(type.rawValue) { attributes[.type] = .number(number) }
        if let number = Int64(keyClass.rawValue) { attributes[.keyClass] = .number(number) }
        if let tokenID { attributes[.tokenID] = .string(tokenID) }
        let isInMemory = tokenID == nil
        let flags: [(AttributeKey, Bool)] = [
            // For every key. A public key, too, states that it is private, as Apple's do.
            (.isPermanent, true), (.isPrivate, true),
            (.canSignRecover, false), (.canVerifyRecover, false),
            // Different for keys in a token.
            (.isModifiable, isInMemory), (.isSensitive, !isInMemory),
            (.wasAlwaysSensitive, !isInMemory), (.isExtractable, isInMemory),
            (.wasNeverExtractable, !isInMemory),
            // Different for the two halves of a pair.
            (.canEncrypt, !isPrivate), (.canDecrypt, (isPrivate && isInMemory) || type == .rsa),
            (.canDerive, isPrivate && (type == .ellipticCurve || type == .x25519)),
            (.canSign, isPrivate), (.canVerify, !isPrivate),
            (.canWrap, !isPrivate), (.canUnwrap, isPrivate && isInMemory),
        ]
        for (key, value) in flags { attributes[key] = .number(value ? 1 : 0) }
        return attributes
    }
}

extension KeyMaterial {
    /// Reads an external representation with the type and class that attributes state, as strings
    /// or numbers (`SecKeyCreateWithData`, and keys that come out of a keychain).
    ///
    /// - Parameters:
    ///   - externalRepresentation: The bytes.
    ///   - attributes: The type and the class; a size in them is ignored.
    /// - Throws: ``KeychainError/Code/unimplemented`` for symmetric keys, else
    ///   ``KeychainError/Code/invalidParameter``.
    package convenience init(
        externalRepresentation: SecretBytes,
        attributes: ItemAttributes
    ) throws(KeychainError) {
        guard let type = attributes[.type]?.decimalName,
            let className = attributes[.keyClass]?.decimalName
        else {
            throw KeychainError(
                .invalidParameter,
                reason: "State the type and class of the key."
            )
        }
        guard let keyClass = KeyClass(rawValue: className) else {
            let isSymmetric = className == "2"
            throw KeychainError(
                isSymmetric ? .unimplemented : .invalidParameter,
                reason: isSymmetric
                    ? "Symmetric keys are not supported." : "Unknown key class."
            )
        }
        try self.init(
            externalRepresentation: externalRepresentation,
            type: KeyType(rawValue: type),
            keyClass: keyClass
        )
    }
}

extension AttributeValue {
    /// Apple's decimal names, which callers write as strings and keychains store as numbers.
    fileprivate var decimalName: String? {
        switch self {
        case .string(let text): text
        case .number(let number): String(number)
        case .data, .date, .accessControl: nil
        }
    }
}
