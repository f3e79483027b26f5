/// Answers requests from a vault on this machine: check, open or seal, store, shape the answer.
///
/// The one place where the rules of `Specification/item-semantics.md` meet the vault.
package struct LocalKeeper: ItemKeeper {
    let vault: Vault
    let groups: AccessGroups

    /// Makes a keeper for a caller with the given access groups.
    init(vault: Vault, groups: AccessGroups) {
        self.vault = vault
        self.groups = groups
    }

    package func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        do throws(KeychainError) {
            return switch request.verb {
            case .add: try add(request)
            case .copyMatching: try copyMatching(request)
            case .update(let changes): try update(request, changes)
            case .delete: try delete(request)
            }
        } catch {
            var failure = error
            failure.operation = request.verb.operation
            throw failure
        }
    }
}

extension ItemRequest.Verb {
    fileprivate var operation: KeychainError.Operation {
        switch self {
        case .add: .add
        case .copyMatching: .find
        case .update: .update
        case .delete: .delete
        }
    }
}
