@_spi(Keepers) internal import PortableKeychain

/// The history of items, for a client (agent-protocol.md §13).
extension ServedConnection {
    func history(
        _ call: HistoryCall,
        of view: UInt32,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        let names = try names(of: view)
        switch call {
        case .policy:
            // About no item, so that the user is not asked.
            return encoder.policy(try served.keychain.keeping(.kept()).history.policy)
        case .setPolicy:
            guard names.containAll else { throw Self.isAboutAll }
        case .purge(let request):
            guard case .delete = request.verb else { throw Frame.malformed }
        default: break
        }
        try serve(view, [call.request], as: call.word) { keychain, forbids throws(KeychainError) in
            try answer(call, keychain, forbids: forbids, into: &encoder)
        }
    }

    private func answer(
        _ call: HistoryCall,
        _ keychain: Keychain,
        forbids: Bool,
        into encoder: inout SecretEncoder
    ) throws(KeychainError) {
        let mayAsk = if case .lastChange(let mayAsk) = call { mayAsk } else { true }
        let history = forbids || !mayAsk ? keychain.history.askingNobody : keychain.history
        switch call {
        case .policy: break
        case .setPolicy(let policy): try history.setPolicy(policy)
        case .versions: encoder.list(try history.versions()) { $0.version($1) }
        case .secret(let version, var request):
            request.prompt = reason(of: request)
            if forbids { request = request.silent }
            let secret = try history.with(.find) { keeper throws(KeychainError) in
                try keeper.secret(ofVersion: version, for: request)
            }
            encoder.optional(secret) { $0.sized($1) }
        case .restore(let version):
            try history.with(.update) { keeper throws(KeychainError) in
                try keeper.restore(version: version)
            }
        case .lastChange: encoder.optional(try history.lastChange()) { $0.change($1) }
        case .undo(let change):
            try history.with(.update) { keeper throws(KeychainError) in try keeper.undo(change) }
        case .purge(let request): encoder.integer(UInt64(try history.purge(request)))
        case .forget(let versions):
            try history.with(.delete) { keeper throws(KeychainError) in
                try keeper.forget(versions.map(Set.init))
            }
        }
    }

    private static var isAboutAll: KeychainError {
        KeychainError(
            .missingEntitlement,
            reason: """
                What a keychain keeps is set for the items of all programs. Use 'keychainctl history', or a \
                program that may use all items.
                """
        )
    }
}

extension HistoryCall {
    /// The request that concerns the same access groups, so that the same is asked first.
    fileprivate var request: ItemRequest {
        switch self {
        case .policy, .versions: ItemRequest(.copyMatching)
        case .secret(_, let request):
            ItemRequest(
                .copyMatching,
                interaction: request.interaction,
                authentication: request.authentication
            )
        case .lastChange(let mayAsk):
            ItemRequest(.copyMatching, interaction: mayAsk ? .allowed : .forbidden)
        // They store something.
        case .restore, .undo: ItemRequest(.update(ItemChanges()))
        case .purge(let request): request
        // A full keychain has room again after it.
        case .setPolicy, .forget: ItemRequest(.delete)
        }
    }

    /// The verb in the log; `nil` for that of the request.
    fileprivate var word: String? {
        switch self {
        case .policy: nil
        case .setPolicy: "keep"
        case .versions, .lastChange: "history"
        case .secret: "read"
        case .restore: "restore"
        case .undo: "undo"
        case .purge: "purge"
        case .forget: "forget"
        }
    }
}
