internal import KeychainEssentials
internal import PortableKeychain

/// The reason why a code is no longer accepted.
package enum InviteEnd: UInt8, Sendable, CaseIterable {
    /// The code was used by as many devices as it allows.
    case used = 1
    /// Its time has passed.
    case expired
    /// The code was withdrawn.
    case withdrawn
}

/// The record that the maker of an invite keeps after its end, so that a device that uses it then
/// is refused instead of waiting (`Specification/sync-format.md` §9, S25).
///
/// It has two keys that were derived from the secret of the invite. They recognize a request and
/// sign a refusal; they cannot be used to let a device in.
struct EndedInvite: Sendable {
    /// The kind of the rows that hold ended invites.
    static let kind = "ended-invite"
    /// The time, in seconds, for which devices are refused with a reason: the longest validity of
    /// an invite.
    static let time = Double(Invite.maximumHours) * 3600
    /// The largest number of remembered invites.
    static let maximum = 64

    let end: InviteEnd
    /// The name of the invite's row.
    private let id: [UInt8]
    private let (recognizing, refusing): (SyncSecret, SyncSecret)
    /// The time when this is forgotten, in seconds since 2001.
    let forgotten: Double

    private static let idLength = 8

    /// Ends an invite.
    ///
    /// - Parameters:
    ///   - invite: The invite.
    ///   - end: The reason why it ends.
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

    /// The reason of a refusal, if an answer states one and was written by a holder of the code:
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
