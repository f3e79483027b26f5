internal import CKeychainPlatform
internal import KeychainEssentials

/// Turns requests into `SecItem` dictionaries, and results back into items.
struct SecItemCoding {
    private let functions: SecItemFunctions

    init(_ functions: SecItemFunctions) { self.functions = functions }

    /// The dictionary of a request; for an update, of its query.
    func dictionary(_ request: ItemRequest) throws(KeychainError) -> [String: Any] {
        var dictionary = try dictionary(request.attributes, request.secret)
        dictionary["class"] = request.itemClass?.rawValue
        dictionary["v_PersistentRef"] = request.persistentReference.map { Data($0) }
        dictionary["v_Ref"] = try request.object.map(object)
        dictionary["u_Tomb"] = request.leavesTombstone
        if request.namesItemList { dictionary["u_ItemList"] = [Any]() }
        switch request.limit {
        case nil: break
        case .one: dictionary["m_Limit"] = "m_LimitOne"
        case .all: dictionary["m_Limit"] = "m_LimitAll"
        case .atMost(let count):
            // For Apple's functions, -1 means all.
            guard count >= 0 else { throw KeychainError(.invalidParameter) }
            dictionary["m_Limit"] = count
        }
        dictionary["u_OpPrompt"] = request.prompt
        let context = request.authentication.flatMap(functions.makeContext)
        dictionary["u_AuthCtx"] = context
        switch request.interaction {
        case .allowed:
            // Even without an object for it, the context states whether the user can be asked.
            if context == nil, let given = request.authentication,
                given.interactionNotAllowed || given.isInvalidated
            {
                dictionary["u_AuthUI"] = "u_AuthUIF"
            }
        case .forbidden: dictionary["u_AuthUI"] = "u_AuthUIF"
        case .skip: dictionary["u_AuthUI"] = "u_AuthUIS"
        }
        for (option, name) in Self.returns where request.returning.contains(option) {
            dictionary[name] = true
        }
        for filter in request.filters {
            let (name, value) = try condition(filter, request.verb)
            dictionary[name] = value
        }
        return dictionary
    }

    private func object(_ object: ItemObject) throws(KeychainError) -> Any {
        guard let made = functions.makeObject(object) else { throw KeychainError(.unimplemented) }
        return made
    }

    /// The dictionary of attributes and a payload, for updates.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` for an access control that the functions have
    ///   no object for: without it, the item would be stored unprotected.
    func dictionary(
        _ attributes: ItemAttributes,
        _ secret: SecretBytes?
    ) throws(KeychainError) -> [String: Any] {
        var dictionary: [String: Any] = [:]
        for (key, value) in attributes {
            switch value {
            case .string(let string): dictionary[key.name] = string
            case .data(let data): dictionary[key.name] = data
            case .number(let number): dictionary[key.name] = number
            case .date(let date): dictionary[key.name] = date
            case .accessControl(let control):
                if let object = functions.makeAccessControl(control) {
                    dictionary[key.name] = object
                } else if control.constraints != nil {
                    throw KeychainError(
                        .unimplemented,
                        reason: """
                            This keychain does not support the access control of the item. Use \
                            other constraints.
                            """
                    )
                } else if attributes[.accessible] == nil {
                    dictionary[AttributeKey.accessible.name] = control.accessibility.rawValue
                }
            }
        }
        dictionary["v_Data"] = secret.map(Self.data)
        return dictionary
    }

    /// One element of a result: a dictionary, or only the persistent reference.
    func item(
        _ element: Any,
        of itemClass: ItemClass?,
        _ wanted: ReturnOptions
    ) -> ItemAnswer.Item {
        let dictionary = element as? [String: Any] ?? [:]
        let reference = (element as? Data ?? dictionary["v_PersistentRef"] as? Data) ?? Data()
        let named = String(decoding: reference.prefix(4), as: UTF8.self)
        var item = ItemAnswer.Item(itemClass: itemClass ?? ItemClass(rawValue: named))
        if wanted.contains(.persistentReference) { item.persistentReference = [UInt8](reference) }
        if wanted.contains(.attributes) {
            item.attributes = attributes(dictionary)
            item.hasUnreadableAccessControl =
                dictionary[AttributeKey.accessControl.name] != nil
                && item.attributes?[.accessControl] == nil
            item.certificate = (dictionary["certdata"] as? Data).map { [UInt8]($0) }
        }
        if wanted.contains(.reference) {
            item.object = dictionary["v_Ref"].flatMap(functions.readObject)
        }
        if wanted.contains(.data), let data = dictionary["v_Data"] as? Data {
            item.secret = SecretBytes(copying: data)
        }
        return item
    }

    private func attributes(_ dictionary: [String: Any]) -> ItemAttributes {
        var attributes: ItemAttributes = [:]
        for (name, object) in dictionary {
            guard let key = AttributeKey(name) else { continue }
            attributes[key] = value(object)
        }
        return attributes
    }

    private func value(_ object: Any) -> AttributeValue? {
        switch object {
        case let data as Data: .data(data)
        case let string as String: .string(string)
        case let date as Date: .date(date)
        case let number as Int64: .number(number)
        case let number as Int: .number(Int64(number))
        case let truth as Bool: .number(truth ? 1 : 0)
        default: functions.readAccessControl(object).map { .accessControl($0) }
        }
    }

    private func object(
        of policy: CertificatePolicy,
        _ verb: ItemRequest.Verb
    ) throws(KeychainError) -> Any {
        if let made = functions.makePolicy(policy) { return made }
        // Policies are allowed only in searches.
        guard case .copyMatching = verb else { throw KeychainError(.invalidParameter) }
        throw KeychainError(.unimplemented)
    }

    private static let returns: [(ReturnOptions, String)] = [
        (.data, "r_Data"), (.attributes, "r_Attributes"), (.reference, "r_Ref"),
        (.persistentReference, "r_PersistentRef"),
    ]

    private static var now: Date {
        Date(timeIntervalSinceReferenceDate: KeychainClock.system.now())
    }

    private func condition(
        _ filter: MatchFilter,
        _ verb: ItemRequest.Verb
    ) throws(KeychainError) -> (String, Any) {
        switch filter {
        case .hostOrSubdomain(let host): ("m_HostOrSubdomainOfHost", host)
        case .issuers(let names): ("m_Issuers", names.map { Data($0) })
        case .validOnDate(let date): ("m_ValidOnDate", date ?? Self.now)
        case .trustedOnly(let trusted): ("m_TrustedOnly", trusted)
        case .emailAddress(let address): ("m_EmailAddressIfPresent", address)
        case .ignored(let name): (name, true)
        case .policy(let policy): ("m_Policy", try object(of: policy, verb))
        }
    }

    /// A copy of a payload that is zeroed when its last reference is released, even one that the
    /// functions keep.
    private static func data(_ secret: SecretBytes) -> Data {
        guard secret.count > 0 else { return Data() }
        let copy = UnsafeMutableRawPointer.allocate(byteCount: secret.count, alignment: 1)
        secret.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
        }
        return Data(
            bytesNoCopy: copy,
            count: secret.count,
            deallocator: .custom { memory, count in
                pk_zero(memory, count)
                memory.deallocate()
            }
        )
    }
}
