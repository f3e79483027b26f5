internal import Dispatch
internal import PortableKeychain

/// A search of the keychain that is current where the search was made.
///
/// A value, so that the three forms of a public call are three ways to run one thing, and none of
/// them reads the caller's context on another thread.
struct ItemSearch<Answer>: Sendable {
    private let keychain: Result<PortableKeychain.Keychain, LibraryError>
    private let request: ItemRequest
    private let read: @Sendable ([ItemAnswer.Item]) throws -> Answer

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - request: What to search for.
    ///   - read: Makes an answer of what was found, which may be nothing.
    init(
        _ request: ItemRequest,
        _ read: @escaping @Sendable ([ItemAnswer.Item]) throws -> Answer
    ) {
        keychain = Result { () throws(LibraryError) in
            try PortableKeychain.Keychain.current
        }
        self.request = request
        self.read = read
    }

    /// Searches on this thread.
    ///
    /// - Throws: ``KeychainError/itemQueryFailed(status:)``, or what the reading throws.
    func run() throws -> Answer { try read(items()) }

    /// Searches on another thread.
    ///
    /// - Parameter completion: Called once, on that thread.
    func run(_ completion: @escaping @Sendable (Result<Answer, any Error>) -> Void) {
        DispatchQueue.global(qos: .default).async { completion(Result { try run() }) }
    }

    /// Searches on another thread, while the task waits.
    func inBackground() async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .default).async {
                continuation.resume(with: Result { try run() })
            }
        }
    }

    private func items() throws(KeychainError) -> [ItemAnswer.Item] {
        do throws(LibraryError) {
            return try keychain.get().perform(request).items
        } catch  where error.code == .itemNotFound {
            return []
        } catch {
            throw .itemQueryFailed(status: error.status)
        }
    }
}
