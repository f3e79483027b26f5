@_spi(Keepers) internal import PortableKeychain

/// A search of the keychain that is current where the search was made.
///
/// A value, so that the three forms of a public call are three ways to run one thing, and none of
/// them reads the caller's context on another thread.
struct ItemSearch<Answer>: Sendable {
    private let search: @Sendable () throws -> Answer

    /// Creates a search.
    ///
    /// - Parameter search: Searches a keychain.
    init(_ search: @escaping @Sendable (PortableKeychain.Keychain) throws -> Answer) {
        let keychain = Result { () throws(LibraryError) in
            try PortableKeychain.Keychain.current
        }
        self.search = {
            try search(
                keychain.mapError { KeychainError.itemQueryFailed(status: $0.status) }.get()
            )
        }
    }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - request: The search.
    ///   - read: Makes an answer of the found items, of which there may be none.
    init(
        _ request: ItemRequest,
        _ read: @escaping @Sendable ([ItemAnswer.Item]) throws -> Answer
    ) {
        self.init { try read(Self.items(request, of: $0)) }
    }

    /// Searches on this thread.
    ///
    /// - Throws: ``KeychainError/itemQueryFailed(status:)``, or any error of the reading.
    func run() throws -> Answer { try search() }

    /// Searches on another thread.
    ///
    /// - Parameter completion: Called once, on that thread.
    func run(_ completion: @escaping @Sendable (Result<Answer, any Error>) -> Void) {
        BackgroundThreads.shared.run { completion(Result { try run() }) }
    }

    /// Searches on another thread, while the task waits.
    func inBackground() async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            BackgroundThreads.shared.run { continuation.resume(with: Result { try run() }) }
        }
    }

    private static func items(
        _ request: ItemRequest,
        of keychain: PortableKeychain.Keychain
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        do throws(LibraryError) {
            return try keychain.answer(to: request)?.items ?? []
        } catch {
            throw .itemQueryFailed(status: error.status)
        }
    }
}
