@_spi(Keepers) internal import PortableKeychain

/// A device whose number is shown on the member that may let it in.
package struct ComparedDevice: Sendable {
    /// The number that both users see, if there is no attacker in between.
    package let number: ComparisonNumber
    let certificate: DeviceCertificate
    /// The bytes that the device signs when its user has confirmed the number.
    let comparison: [UInt8]
}

/// The member's side of joining by a number.
///
/// The member's nonce is nowhere but in the command that drew it, which compares one number.
extension SyncedVault {
    /// Answers the request of a device, and waits until it has opened its nonce.
    ///
    /// - Parameters:
    ///   - device: The beginning of the identifier of the device, at least four digits; empty if only
    ///     one asks.
    ///   - engine: The remote.
    ///   - time: The longest time that it waits for the device.
    /// - Returns: The number, which a person must compare before ``approve(_:as:_:on:within:)``.
    /// - Throws: ``SyncProblem/notAdmin``, ``SyncProblem/noRequest``,
    ///   ``SyncProblem/manyRequests(_:)``, ``SyncProblem/comparisonEnded``, also for a nonce that is
    ///   not the one of the request, ``SyncProblem/noAnswer`` after that time, or
    ///   ``SyncProblem/offline``.
    package func compare(
        _ device: String,
        on engine: any VaultEngine,
        within time: Duration
    ) async throws(SyncProblem) -> ComparedDevice {
        let log = try await current(on: engine)
        let membership = await log.membership
        guard membership.members[log.device]?.role == .admin else { throw .notAdmin }
        let found = try await pending(membership, on: engine).filter { request in
            let id = Self.digits(request.certificate.id.bytes)
            return device.isEmpty || device.utf8.count >= 4 && id.hasPrefix(device)
        }
        guard let request = found.first else { throw .noRequest }
        guard found.count == 1 else {
            throw .manyRequests(found.map { Self.digits($0.certificate.id.bytes) })
        }
        let (id, nonce) = (request.certificate.id, entropy.bytes(ComparisonRequest.nonceLength))
        let offer = ComparisonAnswer.offer(
            vault: membership.vault,
            request: SyncDigest.of(request.encoded),
            nonce: nonce
        )
        do throws(SyncProblem) {
            try await require(VaultFileChange(VaultPath.answer(id), offer.encoded), on: engine)
            let other = try await polling(within: time) { () async throws(SyncProblem) in
                let bytes = try await joiningFiles(of: id, on: engine).request
                guard bytes != request.encoded else { return [UInt8]?.none }
                guard let opened = bytes.flatMap({ ComparisonRequest($0) }),
                    let nonce = opened.nonce(opening: request)
                else { throw .comparisonEnded }
                return nonce
            }
            let number = ComparisonNumber(
                membership.vault,
                request.certificate,
                device: other,
                member: nonce
            )
            let comparison = ComparisonRequest.comparison(
                membership.vault,
                request.certificate,
                device: other,
                member: nonce
            )
            return ComparedDevice(
                number: number,
                certificate: request.certificate,
                comparison: comparison
            )
        } catch {
            await withdraw(id, on: engine)
            throw error
        }
    }

    /// The devices that ask to join by a number, and have no answer yet.
    private func pending(
        _ membership: Membership,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> [ComparisonRequest] {
        let files = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            let paths = try await engine.list(VaultPath.requests, of: snapshot)
                .prefix(Self.maximumRequests)
            let answers = paths.map {
                "\(VaultPath.answers)\($0.dropFirst(VaultPath.requests.count))"
            }
            return try await engine.read(Array(paths) + answers, of: snapshot)
        }
        return files.inOrderOfKeys().compactMap { path, bytes in
            guard let request = ComparisonRequest(bytes), case .committed = request.content else {
                return nil
            }
            let id = request.certificate.id
            let isOpen = path == VaultPath.request(id) && files[VaultPath.answer(id)] == nil
            return isOpen && !membership.knows(id) && request.certificate.isUsable ? request : nil
        }
    }

    /// Adds a device whose number a person has confirmed, as soon as the other person has.
    ///
    /// - Parameters:
    ///   - compared: The result of ``compare(_:on:within:)``.
    ///   - name: The name of the device for users.
    ///   - role: The rights of the device.
    ///   - engine: The remote.
    ///   - time: The longest time that it waits for the other user.
    /// - Throws: ``SyncProblem/comparisonEnded`` if the other user refused, or
    ///   ``SyncProblem/noAnswer`` after that time, and then no device was added;
    ///   ``SyncProblem/notAdmin``, or a refusal of the remote or the keychain.
    package func approve(
        _ compared: ComparedDevice,
        as name: String,
        _ role: SyncRole,
        on engine: any VaultEngine,
        within time: Duration
    ) async throws(SyncProblem) {
        let id = compared.certificate.id
        do throws(SyncProblem) {
            _ = try await polling(within: time) { () async throws(SyncProblem) in
                try await isConfirmed(compared, on: engine) ? true : nil
            }
            // It may have been locked while the other user was asked; no device is added then.
            try requireUnlocked()
        } catch {
            await withdraw(id, on: engine)
            throw error
        }
        _ = try await polling(within: time) { () async throws(SyncProblem) -> Bool? in
            let log = try await current(on: engine)
            let membership = await log.membership
            // The answer to an earlier try was lost.
            guard !membership.knows(id) else { return true }
            let added = ComparisonAnswer.added(membership.vault).encoded
            let answer = VaultFileChange(VaultPath.answer(id), added)
            try await change(.add(compared.certificate, role, name: name), log, with: [answer])
            return true
        }
    }

    /// Looks whether the person at the other device has confirmed the number.
    private func isConfirmed(
        _ compared: ComparedDevice,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Bool {
        let bytes = try await joiningFiles(of: compared.certificate.id, on: engine).request
        guard let request = bytes.flatMap({ ComparisonRequest($0) }) else {
            throw .comparisonEnded
        }
        if case .opened = request.content { return false }
        guard request.confirms(compared.comparison, by: compared.certificate) else {
            throw .comparisonEnded
        }
        return true
    }

    /// Refuses a device whose number a person has not confirmed.
    package func refuse(_ compared: ComparedDevice, on engine: any VaultEngine) async {
        await withdraw(compared.certificate.id, on: engine)
    }
}
