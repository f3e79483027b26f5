@_spi(Keepers) internal import PortableKeychain

/// A vault whose number is shown on the device that wants to join it.
package struct ComparedVault: Sendable {
    /// The number that both users see, if there is no attacker in between.
    package let number: ComparisonNumber
    let vault: VaultID
    let keys: DeviceKeys
    /// The message to send when the user has confirmed the number.
    let confirmation: [UInt8]
}

/// Lets a device join without a code: two users compare a number on both machines.
///
/// Nothing is kept before a person has confirmed the number: if the command ends, its keys and its
/// nonce are gone, and the request that it left can never be opened.
extension SyncedVault {
    /// Asks to join a vault, and waits until a member has answered.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - time: The longest time that it waits for a member.
    ///   - announce: Called with the identifier of this device, by which the member finds the
    ///     request.
    /// - Returns: The number, which a person must compare before ``join(_:_:on:within:)``.
    /// - Throws: ``SyncProblem/alreadySetUp``, ``SyncProblem/remoteIsEmpty``,
    ///   ``SyncProblem/otherVault`` if the answer names another vault than the engine shows,
    ///   ``SyncProblem/comparisonEnded``, ``SyncProblem/noAnswer`` after that time, or
    ///   ``SyncProblem/offline``.
    package func compare(
        on engine: any VaultEngine,
        within time: Duration,
        announce: @Sendable (String) -> Void
    ) async throws(SyncProblem) -> ComparedVault {
        guard try settings() == nil else { throw .alreadySetUp }
        let vault = try await shownVault(on: engine)
        let keys = try SyncProblem.catching { () throws(KeychainError) in
            try DeviceKeys(entropy: entropy)
        }
        let nonce = entropy.bytes(ComparisonRequest.nonceLength)
        let request = ComparisonRequest(keys.certificate, committingTo: nonce).encoded
        let path = VaultPath.request(keys.id)
        do throws(SyncProblem) {
            try await require(VaultFileChange(path, request), on: engine)
            announce(Self.digits(keys.id.bytes))
            let answer = try await answer(to: request, of: keys.id, on: engine, within: time)
            // The first offer is the only one: with the nonce open, an engine could search for
            // another one that gives the number it wants.
            guard case .offer(vault, SyncDigest.of(request), let other) = answer else {
                throw .otherVault
            }
            let opening = ComparisonRequest(keys.certificate, opening: nonce).encoded
            try await require(VaultFileChange(path, opening), on: engine)
            let number = ComparisonNumber(vault, keys.certificate, device: nonce, member: other)
            let comparison = ComparisonRequest.comparison(
                vault,
                keys.certificate,
                device: nonce,
                member: other
            )
            let confirmation = try SyncProblem.catching { () throws(KeychainError) in
                try ComparisonRequest(confirming: comparison, with: keys).encoded
            }
            return ComparedVault(
                number: number,
                vault: vault,
                keys: keys,
                confirmation: confirmation
            )
        } catch {
            await withdraw(keys.id, on: engine)
            throw error
        }
    }

    private func answer(
        to request: [UInt8],
        of device: DeviceID,
        on engine: any VaultEngine,
        within time: Duration
    ) async throws(SyncProblem) -> ComparisonAnswer {
        try await polling(within: time) { () async throws(SyncProblem) in
            let files = try await joiningFiles(of: device, on: engine)
            guard files.request == request else { throw .comparisonEnded }
            guard let answer = files.answer else { return nil }
            guard let answer = ComparisonAnswer(answer) else { throw .comparisonEnded }
            return answer
        }
    }

    /// Joins the vault of a number that a person has confirmed, as soon as the other person has.
    ///
    /// - Parameters:
    ///   - compared: The result of ``compare(on:within:announce:)``.
    ///   - settings: The address of the vault.
    ///   - engine: The remote.
    ///   - time: The longest time that it waits; after that, a later round finishes.
    /// - Throws: ``SyncProblem/comparisonEnded`` if the other person refused, after which nothing is
    ///   set up; ``SyncProblem/noAnswer`` after that time.
    package func join(
        _ compared: ComparedVault,
        _ settings: VaultSettings,
        on engine: any VaultEngine,
        within time: Duration
    ) async throws(SyncProblem) {
        guard try self.settings() == nil else { throw .alreadySetUp }
        let joining = Joining.compared(compared.vault, confirmation: compared.confirmation)
        try begin(settings, compared.keys, joining)
        _ = try await polling(within: time) { () async throws(SyncProblem) in
            do throws(SyncProblem) {
                try await finishJoining(on: engine)
                return true
            } catch {
                if case .unconfirmed = error { return nil }
                throw error
            }
        }
    }

    /// Takes back the request of a device whose person has refused the number.
    package func refuse(_ compared: ComparedVault, on engine: any VaultEngine) async {
        await withdraw(compared.keys.id, on: engine)
    }

    /// Looks whether the other person has confirmed the number.
    ///
    /// - Parameters:
    ///   - vault: The vault of the number.
    ///   - confirmation: The message that says that this user has confirmed; `nil` if an older
    ///     version, which did not keep it, began the joining.
    ///   - keys: The keys of this device.
    ///   - engine: The remote.
    ///   - sendsAgain: Whether the confirmation is sent again that the remote does not have, and a
    ///     refusal ends the joining; if not, nothing is changed.
    /// - Throws: ``SyncProblem/unconfirmed`` if not yet; ``SyncProblem/comparisonEnded`` if that
    ///   person refused, after which nothing is set up.
    func finishComparing(
        _ vault: VaultID,
        _ confirmation: [UInt8]?,
        _ keys: DeviceKeys,
        on engine: any VaultEngine,
        sendingAgain sendsAgain: Bool
    ) async throws(SyncProblem) {
        let files = try await joiningFiles(of: keys.id, on: engine)
        switch files.answer.flatMap({ ComparisonAnswer($0) }) {
        case .added(vault):
            try keep(VaultLog.rows(joining: vault) + [Joining.finished])
        case .offer where files.request != nil:
            if sendsAgain, let confirmation, files.request != confirmation {
                try await require(.init(VaultPath.request(keys.id), confirmation), on: engine)
            }
            throw .unconfirmed
        default:
            if sendsAgain {
                try leave()
                // Files that were sent after the other user had refused.
                await withdraw(keys.id, on: engine)
            }
            throw .comparisonEnded
        }
    }

    // MARK: Functions of both sides

    /// Removes the files of a comparison, if the remote can be reached.
    func withdraw(_ device: DeviceID, on engine: any VaultEngine) async {
        let paths = [VaultPath.request(device), VaultPath.answer(device)]
        _ = await write(paths.map { VaultFileChange($0, nil) }, on: engine)
    }

    /// Writes a file without which joining cannot continue.
    func require(_ file: VaultFileChange, on engine: any VaultEngine) async throws(SyncProblem) {
        guard !engine.isMirror else { throw .mirrored }
        guard await write([file], on: engine) == .written else { throw .offline }
    }

    /// Tries until there is a result; more and more rarely, but at least each other second, because
    /// people wait.
    ///
    /// A remote that does not answer for a moment does not end what two people have begun.
    func polling<R: Sendable>(
        within time: Duration,
        _ body: () async throws(SyncProblem) -> R?
    ) async throws(SyncProblem) -> R {
        let end = ContinuousClock.now + time
        var pause = Duration.milliseconds(250)
        while true {
            var problem = SyncProblem.noAnswer
            do throws(SyncProblem) {
                if let result = try await body() { return result }
            } catch {
                guard case .offline = error else { throw error }
                problem = error
            }
            let rest = end - ContinuousClock.now
            guard rest > .zero else { throw problem }
            do { try await QuietClock().sleep(for: min(pause, rest)) } catch { throw .noAnswer }
            pause = min(pause * 2, .seconds(2))
        }
    }
}
