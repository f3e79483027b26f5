internal import Foundation
internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// The parameters of a new key pair (item-semantics.md §6.2).
struct KeyPairParameters {
    let specification: KeySpecification
    /// Whether a token is to make the private key.
    let isInToken: Bool
    private let parameters: NSDictionary

    /// Reads a dictionary.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` without a type, or with a type or size
    ///   that is not offered, and for a key in a token that requires user authentication and is not
    ///   permanent;
    ///   ``KeychainError/Code/unimplemented`` for another token than the only one.
    init(_ parameters: NSDictionary) throws(KeychainError) {
        self.parameters = parameters
        // Numbers are not accepted as a type here, unlike for existing keys.
        guard let type = parameters.object(forKey: kSecAttrKeyType) as? String else {
            throw refusal(.invalidParameter, "the type of the key is missing or no string")
        }
        let half = Self.merged(parameters, with: kSecPrivateKeyAttrs)
        specification = try KeySpecification(
            type: KeyType(rawValue: type),
            sizeInBits: try Self.size(half.object(forKey: kSecAttrKeySizeInBits))
        )
        let token = half.object(forKey: kSecAttrTokenID)
        isInToken = token != nil
        guard isInToken else { return }
        guard token as? String == kSecAttrTokenIDSecureEnclave as String else {
            throw refusal(.unimplemented, "there is no such token")
        }
        guard Self.isPermanent(half) || !Self.asksForUser(half) else {
            throw refusal(
                .invalidParameter,
                "a key in a token that requires its user must be permanent"
            )
        }
    }

    private static func isPermanent(_ half: NSDictionary) -> Bool {
        half.object(forKey: kSecAttrIsPermanent).flatMap(boolean) == true
    }

    private static func asksForUser(_ half: NSDictionary) -> Bool {
        let control = half.object(forKey: kSecAttrAccessControl) as? any AccessControlHolder
        return control?.accessControl?.needsAuthentication == true
    }

    /// The requests that store the permanent halves, the public one first.
    func additions(of privateKey: KeyMaterial) throws(KeychainError) -> [ItemRequest] {
        let halves = [
            (kSecPublicKeyAttrs, privateKey.publicKey), (kSecPrivateKeyAttrs, privateKey),
        ]
        var requests: [ItemRequest] = []
        for (name, key) in halves {
            let dictionary = Self.merged(parameters, with: name)
            guard Self.isPermanent(dictionary) else { continue }
            var request = try ItemQuery(dictionary, for: .add).request
            request.object = .key(key)
            // The public half of a key in a token is an ordinary key.
            if key.tokenID == nil { request.attributes[.tokenID] = nil }
            if isInToken { request.returning = .reference }
            requests.append(request)
        }
        return requests
    }

    /// The parameters of one half: its own win, and type and size are the key's.
    private static func merged(_ parameters: NSDictionary, with half: CFString) -> NSDictionary {
        var result = parameters as? [AnyHashable: Any] ?? [:]
        if let own = parameters.object(forKey: half) as? [AnyHashable: Any] {
            result.merge(own) { $1 }
        }
        result[kSecPrivateKeyAttrs] = nil
        result[kSecPublicKeyAttrs] = nil
        return result as NSDictionary
    }

    /// A size is a number; those of lattices are also written as strings.
    ///
    /// None at all is left to the key's type, which may need none.
    private static func size(_ object: Any?) throws(KeychainError) -> Int {
        guard let object else { return 0 }
        if let number = integer(object) { return Int(clamping: number) }
        guard let number = (object as? String).flatMap({ Int($0) }) else {
            throw refusal(.invalidParameter, "the size of the key is not a number")
        }
        return number
    }
}
