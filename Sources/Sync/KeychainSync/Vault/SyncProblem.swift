package import PortableKeychain

/// The reason why an operation on a synchronized keychain cannot be done.
package enum SyncProblem: Error, Sendable {
    /// The keychain is in no vault.
    case notSetUp
    /// The keychain is in a vault already, or waits to join one.
    case alreadySetUp
    /// The keychain is synchronized, or waits to be, through another address than the one that was
    /// given: this one.
    case otherAddress(String)
    /// The remote has a vault already.
    case remoteHasVault
    /// The remote has files, or branches, that are not a vault.
    case remoteHasOthers([String])
    /// The remote has no vault.
    case remoteIsEmpty
    /// The new remote of this vault has no copy of it.
    case notCopied
    /// The remote has a vault of version 1 of the format, which is not read.
    case remoteIsOutdated
    /// The remote has nothing left of the vault that the keychain is in.
    case remoteIsLost
    /// The code is for another vault than the one of the remote.
    case otherVault
    /// The recovery key is not, or no longer, one of the vault of the remote.
    case recoveryKeyRefused
    /// Another remote has another vault than the one that the keychain is in.
    case otherRemote
    /// The keychain was given another address of its remote, or another password there.
    case moved
    /// No member has let this device in yet.
    case waiting
    /// The number was confirmed here, and no member that shows it has let this device in yet.
    case unconfirmed
    /// The code is no longer accepted.
    case codeEnded(InviteEnd)
    /// The remote has not stored that the recovery key let this device in.
    case recoveryInterrupted
    /// Synchronization was paused by its user.
    case paused
    /// This device is not, or no longer, a member.
    case notMember
    /// Only an admin may change the members.
    case notAdmin
    /// Only an admin may accept an older state of the remote.
    case onlyAdminsAccept
    /// No member, or more than one, has that name.
    case noSuchDevice
    /// The name is that of a recovery key, which is no device.
    case isRecoveryKey
    /// A device cannot remove itself.
    case ownDevice
    /// There are too many unused invites.
    case tooManyInvites
    /// No invite of this device, or more than one, has that name.
    case noSuchInvite
    /// No device asks to join by a number, or none with that identifier.
    case noRequest
    /// More than one device asks to join by a number.
    case manyRequests([String])
    /// The other side ended the comparison, or another writer changed its files.
    case comparisonEnded
    /// The other machine did not answer in time.
    case noAnswer
    /// There is no overwritten value with that number.
    case noSuchConflict
    /// The item changed meanwhile.
    case changed
    /// This device only reads: nothing that it changes is sent.
    case readsOnly
    /// No other device has the item.
    case onlyHere
    /// There is no edit with that number.
    case noSuchEdit
    /// The remote does not answer.
    case offline
    /// The remote of this device is a mirror, and the operation has to write.
    case mirrored
    /// This device does not wait to be let in with a code.
    case notWaiting
    /// The bytes are no request to join.
    case malformedRequest
    /// The device that asks is, or was, a member.
    case isMember
    /// No reader believes the stamps of this device.
    case notPublisher
    /// The mirror shows a state that was signed too long ago, or before one that was read.
    case outdated
    /// A member has not given this device the present keys yet.
    case keysMissing
    /// The remote stopped answering while keys were renewed: the members may have them, and not every
    /// record is sealed again under them yet.
    case rotationInterrupted
    /// The remote shows a state that no honest one can show.
    case alarm(TrustAlarm)
    /// The remote shows the state that this device has read, so that there is nothing to accept.
    case nothingLost
    /// This device is not an admin of the older state that the remote shows.
    case notAdminThen
    /// More was lost than this device can name.
    case tooMuchLost
    /// The keychain refused.
    case keychain(KeychainError)

    init(_ failure: EngineFailure) {
        self =
            switch failure {
            case .unavailable, .compacted: .offline
            case .outdated: .outdated
            case .readOnly: .mirrored
            case .alarm(let alarm): .alarm(alarm)
            case .notMember: .notMember
            case .keysMissing: .keysMissing
            case .storage(let code): .keychain(KeychainError(code))
            }
    }

    /// Runs an operation on the keychain, and translates its error.
    static func catching<R>(
        _ body: () throws(KeychainError) -> R
    ) throws(SyncProblem) -> R {
        do throws(KeychainError) { return try body() } catch { throw .keychain(error) }
    }

    /// Runs an operation on the remote, and translates its error.
    static func asking<R: Sendable>(
        _ body: () async throws(EngineFailure) -> R
    ) async throws(SyncProblem) -> R {
        do throws(EngineFailure) { return try await body() } catch { throw SyncProblem(error) }
    }
}
