internal import PortableKeychain

/// Requests to join that a person brings from a reader of a mirror to a member.
extension SyncedVault {
    /// The longest request in bytes.
    package static var longestRequest: Int { JoinRequest.longest }

    /// The request of this device, which waits to be let in with a code.
    ///
    /// - Throws: ``SyncProblem/notWaiting`` if it does not, or ``SyncProblem/notSetUp``.
    package func joinRequest() throws(SyncProblem) -> [UInt8] {
        guard try settings() != nil else { throw .notSetUp }
        let state = try state()
        let joining = try SyncProblem.catching { () throws(KeychainError) in try Joining(state) }
        guard case .invited(_, _, let request) = joining else { throw .notWaiting }
        return request
    }

    /// Stores the request of another device on the remote, where the member that made its code finds
    /// it.
    ///
    /// - Parameters:
    ///   - request: The bytes of ``joinRequest()`` there.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/malformedRequest``, ``SyncProblem/isMember`` if the device was let in
    ///   before, ``SyncProblem/mirrored`` or ``SyncProblem/offline``.
    package func bring(
        _ request: [UInt8],
        to engine: any VaultEngine
    ) async throws(SyncProblem) {
        guard let read = JoinRequest(request) else { throw .malformedRequest }
        let id = read.certificate.id
        let log = try await current(on: engine)
        guard await !log.membership.knows(id) else { throw .isMember }
        try await require(VaultFileChange(VaultPath.request(id), request), on: engine)
    }

    /// The number of requests whose devices are no members yet.
    package func waiting(
        _ requests: [[UInt8]],
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Int {
        let membership = try await log(on: engine).membership
        return requests.count { request in
            JoinRequest(request).map { !membership.knows($0.certificate.id) } ?? false
        }
    }
}
