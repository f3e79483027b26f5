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

    /// Stores requests of other devices on the remote, where the members that made their codes find
    /// them.
    ///
    /// - Parameters:
    ///   - requests: The bytes of ``joinRequest()`` there.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/malformedRequest``, or ``SyncProblem/isMember`` if one of the devices was
    ///   let in before: then none is stored. ``SyncProblem/mirrored`` or ``SyncProblem/offline``.
    package func bring(
        _ requests: [[UInt8]],
        to engine: any VaultEngine
    ) async throws(SyncProblem) {
        let log = try await current(on: engine)
        let membership = await log.membership
        var files: [VaultFileChange] = []
        for request in requests {
            guard let id = JoinRequest(request)?.certificate.id else { throw .malformedRequest }
            guard !membership.knows(id) else { throw .isMember }
            files.append(VaultFileChange(VaultPath.request(id), request))
        }
        for file in files { try await require(file, on: engine) }
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
