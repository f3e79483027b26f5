package import Foundation
@_spi(Keepers) package import PortableKeychain

/// Reads a dictionary into a request (item-semantics.md §2.1 to §2.3).
///
/// It checks only the grammar: which attributes a class has, and which keys a verb accepts, is
/// for the rules.
package struct ItemQuery {
    /// The request of the dictionary.
    package private(set) var request: ItemRequest
    private var hasCredential = false

    /// Reads a dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: The dictionary of the caller.
    ///   - verb: The operation.
    /// - Throws: ``KeychainError`` for the first key or value that is not well-formed.
    package init(_ dictionary: NSDictionary, for verb: ItemRequest.Verb) throws(KeychainError) {
        request = ItemRequest(verb)
        try dictionary.forEachEntry { key, value throws(KeychainError) in try read(key, value) }
        try applyContext()
    }

    private mutating func read(_ key: Any, _ value: Any) throws(KeychainError) {
        switch try QueryKey(key) {
        case .attribute(let key): request.attributes[key] = try attributeValue(value, of: key)
        case .itemClass: request.itemClass = ItemClass(rawValue: try string(value))
        case .match(let name): try readMatch(name, value)
        case .returning(let name): try readReturn(name, value)
        case .use(let name): try readUse(name, value)
        case .value(let name): try readValue(name, value)
        case .derivedIdentifier:
            // It always does here (sync-format.md §5), so there is nothing to ask for.
            guard boolean(value) != nil else {
                throw refusal(.invalidParameter, "whether to derive an identifier is no Boolean")
            }
        case .ignored: break
        }
    }

    private mutating func readReturn(_ name: String, _ value: Any) throws(KeychainError) {
        let option: ReturnOptions =
            switch name {
            case "r_Data": .data
            case "r_Attributes": .attributes
            case "r_Ref": .reference
            case "r_PersistentRef": .persistentReference
            default: throw refusal(.invalidParameter, "an unknown return key")
            }
        guard let wanted = boolean(value) else {
            throw refusal(.invalidParameter, "a return key is not a Boolean")
        }
        if wanted { request.returning.insert(option) }
    }

    private mutating func readValue(_ name: String, _ value: Any) throws(KeychainError) {
        switch name {
        case "v_Data":
            request.secret = try secret(value)
        case "v_PersistentRef":
            guard let reference = value as? Data else {
                throw refusal(.invalidParameter, "a persistent reference is not Data")
            }
            request.persistentReference = [UInt8](reference)
        case "v_Ref":
            guard let holder = value as? any ItemObjectHolder else {
                throw refusal(.invalidParameter, "this value stands for no item")
            }
            request.object = holder.itemObject
        default:
            throw refusal(.invalidParameter, "an unknown value key")
        }
    }

    private func string(_ value: Any) throws(KeychainError) -> String {
        guard let string = text(value) else {
            throw refusal(.invalidParameter, "a value is not a string")
        }
        return string
    }
}

// MARK: - kSecMatch…

extension ItemQuery {
    private mutating func readMatch(_ name: String, _ value: Any) throws(KeychainError) {
        switch name {
        case "m_Limit":
            request.limit = try limit(value)
        case "m_Issuers":
            // Anything but an array is ignored, as are entries that are not names.
            let names = (value as? [Any])?.compactMap { ($0 as? Data).map { [UInt8]($0) } }
            request.filters.append(names.map { .issuers($0) } ?? .ignored(name))
        case "m_ValidOnDate":
            guard value is NSNull || value is Date else {
                throw refusal(.invalidParameter, "the date of validity is not a date")
            }
            request.filters.append(.validOnDate(value as? Date))
        case "m_TrustedOnly":
            guard let trusted = boolean(value) else {
                throw refusal(.invalidParameter, "the demand for trust is not a Boolean")
            }
            request.filters.append(.trustedOnly(trusted))
        case "m_EmailAddressIfPresent":
            request.filters.append(.emailAddress(try string(value)))
        case "m_HostOrSubdomainOfHost":
            request.filters.append(.hostOrSubdomain(try string(value)))
        case "m_Policy":
            guard let policy = value as? any PolicyHolder else {
                throw refusal(.invalidParameter, "this is not a policy")
            }
            request.filters.append(.policy(policy.policy))
        default:
            request.filters.append(.ignored(name))
        }
    }

    private func limit(_ value: Any) throws(KeychainError) -> MatchLimit {
        if let count = integer(value) {
            guard count != -1 else { return .all }
            guard count >= 0 else { throw refusal(.invalidParameter, "the limit is negative") }
            return .atMost(Int(clamping: count))
        }
        switch text(value) {
        case "m_LimitOne": return .one
        case "m_LimitAll": return .all
        default: throw refusal(.invalidParameter, "the limit is neither a name nor a whole number")
        }
    }
}

// MARK: - kSecUse…

extension ItemQuery {
    private mutating func readUse(_ name: String, _ value: Any) throws(KeychainError) {
        switch name {
        case "u_AuthUI":
            readInteraction(text(value))
        case "u_NoAuthUI":
            if (value as? NSNumber)?.boolValue == true { forbidInteraction() }
        case "u_AuthCtx":
            guard let given = value as? any AuthenticationContextHolder else {
                throw refusal(.invalidParameter, "the authentication context is not an LAContext")
            }
            request.authentication = given.authenticationContext
        case "u_CredRef":
            guard value is Data else {
                throw refusal(.invalidParameter, "the credential is not Data")
            }
            hasCredential = true
        case "u_ItemList":
            request.namesItemList = true
        case "u_Tomb":
            request.leavesTombstone = try truth(value)
        case "u_OpPrompt":
            request.prompt = text(value)
        case "u_CallerName", "u_TokenRawItems", "u_CertWithIssuers":
            // Texts and helpers for a client's own use.
            break
        case "u_SystemKeychain", "u_SystemKeychainAlways", "u_SyncBubbleKeychain",
            "u_UserIndependentKeychain":
            // There is one keychain here, so only "not that one" can be granted.
            guard boolean(value) == false else {
                throw refusal(.invalidParameter, "there is no such keychain here")
            }
        default:
            throw refusal(.invalidParameter, "an unknown use key")
        }
    }

    /// Values that are not known have no effect, as in Apple's client.
    private mutating func readInteraction(_ name: String?) {
        switch name {
        case "u_AuthUIF": forbidInteraction()
        case "u_AuthUIS": request.interaction = .skip
        default: break
        }
    }

    /// Forbids interaction: two keys can forbid it and a third one skip items, and the order of a
    /// dictionary must not decide.
    private mutating func forbidInteraction() {
        if request.interaction == .allowed { request.interaction = .forbidden }
    }

    private mutating func applyContext() throws(KeychainError) {
        guard let context = request.authentication else { return }
        guard !hasCredential else {
            throw refusal(.invalidParameter, "a context and a credential exclude each other")
        }
        if context.interactionNotAllowed || context.isInvalidated { forbidInteraction() }
    }

    private func truth(_ value: Any) throws(KeychainError) -> Bool {
        if let number = value as? NSNumber { return number.boolValue }
        return (try string(value) as NSString).boolValue
    }
}
