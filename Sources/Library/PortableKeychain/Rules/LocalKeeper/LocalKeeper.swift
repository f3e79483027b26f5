/// Answers requests with the items of a vault on this machine.
///
/// Each request is validated into a plan (``QueryPlan``, ``AdditionPlan``, ``ChangePlan``), carried
/// out on the rows of the ``Vault``, and turned into an answer. So this is where the rules of
/// `Specification/item-semantics.md` are applied; it contains no cryptography and no SQL. If an
/// item requires user authentication, the attempt ends with an ``Outcome`` that says what is
/// missing, and is repeated after the user was asked.
///
/// An immutable value: a caller with other access groups gets another keeper on the same vault,
/// which holds all state.
package struct LocalKeeper: ItemKeeper {
    let vault: Vault
    let groups: AccessGroups
    /// Asks the user; `nil` if the user cannot be asked.
    let authenticator: (any Authenticator)?
    /// The hashing cost for passcodes and for passwords of items.
    let hashing: PasscodeHashing
    /// The file of the keychain, for questions to the user.
    let path: String?
    /// Holds keys that never leave it; `nil` if there is no such token.
    let token: (any SecurityToken)?
    /// The versions that are kept of items that are changed or deleted, unless the keychain has a
    /// setting of its own.
    let history: HistoryPolicy
    /// In the order of ``ClassCode``, whose numbers begin with 1.
    private let ownTokens: [GroupTokens]
    /// The tokens of the shared group, and of both, in the same order; empty if there is none.
    private let sharedTokens: [(shared: GroupTokens, both: GroupTokens)]

    /// Makes a keeper for a caller with the given access groups.
    init(
        vault: Vault,
        groups: AccessGroups,
        authenticator: (any Authenticator)? = nil,
        hashing: PasscodeHashing = .standard,
        path: String? = nil,
        token: (any SecurityToken)? = nil,
        history: HistoryPolicy = .none
    ) {
        self.vault = vault
        self.groups = groups
        self.authenticator = authenticator
        self.hashing = hashing
        self.path = path
        self.token = token
        self.history = history
        ownTokens = ClassCode.allCases.map { vault.groupTokens(groups.encoded, in: $0) }
        sharedTokens =
            groups.shared.map { name in
                let shared = [Array(name.utf8)]
                return ClassCode.allCases.map { code in
                    (
                        vault.groupTokens(shared, in: code),
                        vault.groupTokens(groups.encoded + shared, in: code)
                    )
                }
            } ?? []
    }

    package func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        guard case .copyMatching = request.verb else {
            // A single change is a transaction with one step.
            guard let answer = try performTogether([ItemStep(request)]).first else {
                throw KeychainError(.internalError)
            }
            return answer
        }
        guard let cacheable = cacheable(request) else {
            return try answering(request) { state throws(KeychainError) in
                try find(request.object == nil ? request : request.expanded(), state)
            }
        }
        switch try cached(cacheable) {
        case .found(let secret):
            return ItemAnswer(
                container: try Limit(request.limit).container,
                items: [ItemAnswer.Item(itemClass: cacheable.itemClass, secret: secret)],
                count: 1
            )
        case .absent: throw KeychainError(.itemNotFound, during: .find)
        case .unknown(let recording):
            return try answering(request) { state throws(KeychainError) in
                try find(request, state, recording)
            }
        }
    }

    private func find(
        _ request: ItemRequest,
        _ state: AnswerState,
        _ recording: ReadCache.Recording? = nil
    ) throws(KeychainError) -> Outcome<ItemAnswer> {
        try request.asksForIdentities()
            ? copyMatchingIdentities(request, state) : copyMatching(request, state, recording)
    }
}

extension LocalKeeper {
    /// Validates a search and prepares it for the vault.
    func plan(_ request: ItemRequest) throws(KeychainError) -> QueryPlan {
        let plan = try QueryPlan(request, groups: groups)
        guard let names = plan.groups else {
            plan.hidden = vault.groupTokens(AccessGroups.encodedInternal, in: plan.schema.code)
            return plan
        }
        let place = Int(plan.schema.code.rawValue) - 1
        if plan.shared != nil {
            // One search sees whether the shared group has such rows, so that a miss needs no second one.
            (plan.sharedTokens, plan.pattern.groups) = sharedTokens[place]
        } else {
            plan.pattern.groups =
                ownTokens[place].only(names) ?? vault.groupTokens(names, in: plan.schema.code)
        }
        return plan
    }
}

extension ItemRequest.Verb {
    var isSearch: Bool { if case .copyMatching = self { true } else { false } }

    var operation: KeychainError.Operation {
        switch self {
        case .add: .add
        case .copyMatching: .find
        case .update: .update
        case .delete: .delete
        }
    }
}
