internal import KeychainEssentials

extension ItemRequest {
    /// The request with its object expanded into class, attributes and payload (item-semantics.md
    /// §2.3).
    ///
    /// Attributes of the request override those of the object. An identity is expanded only in
    /// searches, because it is two items.
    func expanded() throws(KeychainError) -> ItemRequest {
        guard let object else { return self }
        var request = self
        request.itemClass = itemClass ?? object.itemClass
        let isAddition = if case .add = verb { true } else { false }
        var attributes: ItemAttributes
        switch object {
        case .key(let key):
            attributes = key.itemAttributes
            if isAddition, let tokenKeys = key.tokenKeys {
                request.tokenKey = key
                request.secret = try tokenKeys.storedSecret(given: secret)
            } else if isAddition {
                request.secret = secret ?? key.externalRepresentation
            }
        case .certificate(let certificate):
            attributes = certificate.itemAttributes
            if isAddition {
                attributes[.label] = certificate.subjectSummary.map { .string($0) }
                request.secret = secret ?? SecretBytes(certificate.der)
            }
        case .identity(let certificate, let key):
            guard request.itemClass == .identity else {
                throw KeychainError(
                    .invalidParameter,
                    reason: "An identity can only be used with the class of identities."
                )
            }
            guard case .copyMatching = verb else { return request }
            attributes = certificate.itemAttributes
            attributes[.applicationLabel] = .data(Data(key.applicationLabel))
        }
        // The abilities of a key, and whether it is permanent, are not used to find it.
        if !isAddition { attributes = attributes.removing(Self.unsearched) }
        for (key, value) in self.attributes { attributes[key] = value }
        request.attributes = attributes
        request.object = nil
        return request
    }

    private static let unsearched: [AttributeKey] = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap, .isPermanent,
    ]

    /// Whether the attributes narrow the search.
    ///
    /// Both sets of items and an access control are not conditions, so they may stand beside a
    /// persistent reference (item-semantics.md §2.5).
    var hasConditions: Bool {
        attributes.contains { key, value in
            key != .accessControl
                && !(key == .synchronizable && value == SynchronizationScope.any.value)
        }
    }

    /// Whether the request is for identities: certificates joined with their keys.
    func asksForIdentities() throws(KeychainError) -> Bool {
        guard itemClass == .identity || persistentReference != nil else { return false }
        guard let persistentReference else { return true }
        // An addition refuses every reference, in any form (item-semantics.md §2.5).
        if case .add = verb { return itemClass == .identity }
        let named = try PersistentReferenceCoding.decode(persistentReference).itemClass
        guard itemClass == nil || itemClass == named else { throw KeychainError(.noSuchClass) }
        return named == .identity
    }
}

extension ItemObject {
    /// The class of the items that the object represents.
    var itemClass: ItemClass {
        switch self {
        case .key: .key
        case .certificate: .certificate
        case .identity: .identity
        }
    }

    /// Makes the object of an item; `nil` if the item is not a valid key or certificate, or is a key
    /// in a token (``LocalKeeper/tokenKey(_:_:_:)``).
    init?(_ itemClass: ItemClass, _ attributes: ItemAttributes, _ secret: SecretBytes?) {
        guard let secret else { return nil }
        switch itemClass {
        case .certificate:
            let der = secret.withUnsafeBytes { Array($0) }
            guard let certificate = try? X509Certificate(der: der) else { return nil }
            self = .certificate(certificate)
        case .key:
            var attributes = attributes
            // Absent in the stored item, 0 in answers (item-semantics.md §1.8): a public key.
            attributes[.keyClass] = attributes[.keyClass] ?? .number(0)
            guard
                let key = try? KeyMaterial(
                    externalRepresentation: secret,
                    attributes: attributes
                )
            else { return nil }
            self = .key(key)
        default: return nil
        }
    }
}
