@_spi(Keepers) internal import PortableKeychain

extension ServedConnection {
    /// The access groups of a view that some requests may use, after the user was asked for those
    /// about which nothing is known yet.
    ///
    /// A group that the user refused for ever is left out, as if the program were not in it.
    ///
    /// - Throws: ``KeychainError/Code/missingEntitlement`` if a request is about a refused group
    ///   only, ``KeychainError/Code/userCanceled`` if the user does not decide now,
    ///   ``KeychainError/Code/authenticationRequired`` if there is no way to ask the user.
    func permitted(
        _ names: [String],
        _ requests: [ItemRequest]
    ) throws(KeychainError) -> [String] {
        guard service.surroundings.asker != nil else { return names }
        let mayAsk = requests.allSatisfy(\.mayAsk)
        var concernsAny = false
        for request in requests {
            let concerned = request.concernedGroups(of: names)
            var isRefused = !concerned.isEmpty
            concernsAny = concernsAny || isRefused
            for group in concerned where try isAllowed(group, names, mayAsk: mayAsk) {
                isRefused = false
            }
            guard !isRefused else { throw Self.refusal }
        }
        // A request about no group of the client's is refused by the keeper, with its own reasons.
        guard concernsAny else { return names }
        let hasAll = names.containAll && known(AccessGroups.administrator) == true
        return names.filter { known($0) ?? hasAll }
    }

    /// Whether the user allowed a group; asks if that is not known.
    private func isAllowed(
        _ group: String,
        _ names: [String],
        mayAsk: Bool
    ) throws(KeychainError) -> Bool {
        if let known = known(group) { return known }
        // A client that wants all items is asked about once, and then may use these too.
        let asked = names.containAll ? AccessGroups.administrator : group
        if let known = known(asked) { return known }
        let consent = try service.consent(
            for: self,
            to: asked,
            mayAsk: mayAsk
        )
        switch consent {
        case .once: allowedOnce.insert(GroupName(asked))
        case .always, .never: break
        }
        return consent != .never
    }

    /// The known answer about a group; `nil` if the user was not asked.
    private func known(_ group: String) -> Bool? {
        if allowedOnce.contains(GroupName(group)) { return true }
        guard case .program(let program) = caller else { return nil }
        return served.grants.decision(program, group)
    }

    private static var refusal: KeychainError {
        KeychainError(
            .missingEntitlement,
            reason: """
                The user does not allow this program to use the access group. The program can ask \
                again after that decision is revoked.
                """
        )
    }
}

extension ItemRequest {
    /// Whether the user may be asked.
    fileprivate var mayAsk: Bool {
        interaction != .forbidden && authentication?.interactionNotAllowed != true
    }

    /// The access groups of a caller with items that a request reads or changes.
    ///
    /// A group that the caller does not state is not among them: the keeper refuses it.
    func concernedGroups(of names: [String]) -> [String] {
        var concerned: [String] = []
        func concern(_ group: String) {
            let isMember = names.contains {
                $0.hasSameBytes(as: group) || $0 == AccessGroups.administrator
            }
            if isMember, !concerned.contains(where: { $0.hasSameBytes(as: group) }) {
                concerned.append(group)
            }
        }
        if case .update(let changes) = verb,
            case .string(let group) = changes.attributes[.accessGroup]
        {
            concern(group)
        }
        if case .string(let group) = attributes[.accessGroup], persistentReference == nil {
            concern(group)
        } else if case .add = verb {
            if let first = AccessGroups(names).first { concern(first) }
        } else if names.containAll {
            concern(AccessGroups.administrator)
        } else {
            names.forEach(concern)
        }
        return concerned
    }
}

extension [String] {
    /// Whether access groups include the one of all items.
    var containAll: Bool {
        contains { $0.hasSameBytes(as: AccessGroups.administrator) }
    }
}
