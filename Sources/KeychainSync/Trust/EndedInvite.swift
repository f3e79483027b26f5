internal import KeychainEssentials
internal import PortableKeychain

/// Why a code lets nobody in any more.
package enum InviteEnd: UInt8, Sendable, CaseIterable {
    /// As many devices joined with it as it was for.
    case used = 1
    /// Its time has passed.
    case expired
    /// It was withdrawn.
    case withdrawn
}

/// What the maker of an invite remembers after its end, so that a device that uses it then is told
/// instead of waiting (`Specification/sync-format.md` §9, S25).
///
/// It has two keys that were derived from the secret of the invite. They recognize a request and
/// sign a refusal; nobody can be let in with them.
struct EndedInvite: Sendable {
    /// The kind of the rows that hold ended invites.
    static let kind = "ended-invite"
    /// For how many seconds a device is told: as long as the longest invite is good for.
    static let time = 720.0 * 3600
    /// How many are remembered.
    static let maximum = 64

    let end: InviteEnd
    /// The name of the invite's row.
    private let id: [UInt8]
    private let (recognizing, refusing): (SyncSecret, SyncSecret)
    /// When this is forgotten, in seconds since 2001.
    let forgotten: Double

    private static let idLength = 8

    /// Ends an invite.
    ///
    /// - Parameters:
    ///   - invite: The invite.
    ///   - end: Why it ends.
    ///   - now: The present time, in seconds since 2001.
    init(_ invite: Invite, _ end: InviteEnd, at now: Double) {
        self.end = end
        id = invite.row.id
        recognizing = VaultProof.key(invite.secret, SyncLabels.request)
        refusing = VaultProof.key(invite.secret, SyncLabels.refused)
        forgotten = now + Self.time
    }

    var row: SyncStateName { SyncStateName(kind: Self.kind, id: id, needsUnlock: true) }

    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(end.rawValue)
        writer.raw(id)
        writer.raw(recognizing.bytes)
        writer.raw(refusing.bytes)
        writer.integer(forgotten.bitPattern)
        return writer.finished()
    }

    /// Reads a row.
    init(_ bytes: SecretBytes) throws(KeychainError) {
        self = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard let end = InviteEnd(rawValue: try reader.integer()) else {
                throw KeychainError(.corrupt)
            }
            let id = try reader.array(Self.idLength)
            let keys = (try SyncSecret(&reader), try SyncSecret(&reader))
            let forgotten = Double(bitPattern: try reader.integer())
            try reader.finish()
            return EndedInvite(end, id, keys, forgotten)
        }
    }

    private init(
        _ end: InviteEnd,
        _ id: [UInt8],
        _ keys: (SyncSecret, SyncSecret),
        _ forgotten: Double
    ) {
        (self.end, self.id, self.forgotten) = (end, id, forgotten)
        (recognizing, refusing) = keys
    }

    /// The answer to a request that was made with this invite; `nil` for any other request.
    func refusal(of request: JoinRequest, to vault: VaultID) -> [UInt8]? {
        guard request.isMade(with: recognizing, for: vault) else { return nil }
        return Self.encoded(end, refusing, request.certificate.id, vault)
    }

    /// Why a device was refused, if an answer says so that was written by somebody who has the code:
    /// its maker, or a person who could as well have forged an admission.
    static func end(
        in answer: [UInt8],
        _ secret: SyncSecret,
        to device: DeviceID,
        of vault: VaultID
    ) -> InviteEnd? {
        guard let end = answer.first.flatMap({ InviteEnd(rawValue: $0) }) else { return nil }
        let expected = encoded(end, VaultProof.key(secret, SyncLabels.refused), device, vault)
        return VaultProof.matches(answer, expected) ? end : nil
    }

    private static func encoded(
        _ end: InviteEnd,
        _ key: SyncSecret,
        _ device: DeviceID,
        _ vault: VaultID
    ) -> [UInt8] {
        let said = [end.rawValue]
        return said
            + VaultProof.code(under: key, SyncLabels.refused, vault.bytes + device.bytes + said)
    }
}
