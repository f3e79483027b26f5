internal import SealedStore

extension KeychainError {
    /// Translates an error of the store.
    init(_ error: StoreError) {
        let code: Code =
            switch error.kind {
            case .notFound: .noSuchKeychain
            case .exists: .duplicateKeychain
            case .notAStore: .notAKeychain
            case .newerVersion: .newerVersion
            case .corrupt: .corrupt
            case .duplicateKey: .duplicateItem
            case .readOnly: .readOnly
            case .diskFull: .diskFull
            case .inputOutput: .inputOutput
            case .outOfMemory: .outOfMemory
            case .unsafePermissions: .unsafePermissions
            case .busy, .forked: .notAvailable
            case .misuse: .internalError
            }
        self.init(code, reason: error.detail)
    }
}
