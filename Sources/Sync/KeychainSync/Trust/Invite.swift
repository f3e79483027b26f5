internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// A secret with which devices can join a vault, as its maker remembers it.
struct Invite: Sendable {
    /// The kind of the rows that hold invites.
    static let kind = "invite"
    static let secretLength = 16
    static let maximumUses = 1000
    /// The longest validity, in hours.
    static let maximumHours = 720
    /// That time in seconds, and a day by which a clock may be set back meanwhile.
    private static let longest = Double(maximumHours) * 3600 + 86_400

    let secret: SyncSecret
    let role: SyncRole
    /// Seconds since 2001, by the clock of the device that made it.
    let expires: Double
    /// The number of devices that can be added with it.
    let uses: Int
    /// The devices that were, or are being, added with it.
    ///
    /// A device is noted before it is added, so that no crash gives its place to another one.
    private(set) var devices: [DeviceID] = []

    /// Makes an invite.
    init(role: SyncRole, uses: Int, expires: Double, entropy: KeychainEntropy) {
        secret = SyncSecret(SecretBytes(count: Self.secretLength) { entropy.fill($0) })
        (self.role, self.uses, self.expires) = (role, uses, expires)
    }

    /// Whether a device can no longer be added.
    ///
    /// An end that is too far away was written by a clock that was ahead, and could be in many years.
    func hasExpired(at now: Double) -> Bool { !(expires > now && expires <= now + Self.longest) }

    /// Whether each of its uses is some device's.
    var isSpent: Bool { devices.count >= uses }

    /// Whether a device can be added with it.
    func isFor(_ device: DeviceID) -> Bool { !isSpent || devices.contains(device) }

    /// Gives a device one of the uses, unless it has one.
    ///
    /// - Returns: Whether this changed the invite.
    mutating func assign(_ device: DeviceID) -> Bool {
        guard !devices.contains(device) else { return false }
        devices.append(device)
        return true
    }

    /// The name of its row, which reveals nothing about the secret.
    var row: SyncStateName {
        let id = VaultProof.code(secret, SyncLabels.id, []).prefix(8)
        // No device can be added while the keychain is locked anyway.
        return SyncStateName(kind: Self.kind, id: Array(id), needsUnlock: true)
    }

    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.raw(secret.bytes)
        writer.integer(role.rawValue)
        writer.integer(expires.bitPattern)
        writer.integer(UInt32(uses))
        for device in devices { writer.raw(device.bytes) }
        return writer.finished()
    }

    /// Reads a row.
    init(_ bytes: SecretBytes) throws(KeychainError) {
        self = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let secret = SecretBytes(try reader.raw(Self.secretLength))
            let role = SyncRole(rawValue: try reader.integer())
            let expires = Double(bitPattern: try reader.integer())
            let uses: UInt32 = try reader.integer()
            var devices: [DeviceID] = []
            while reader.remaining > 0 { devices.append(try reader.identifier()) }
            guard let role, devices.count <= uses else { throw KeychainError(.corrupt) }
            return Invite(SyncSecret(secret), role, Int(uses), expires, devices)
        }
    }

    private init(
        _ secret: SyncSecret,
        _ role: SyncRole,
        _ uses: Int,
        _ expires: Double,
        _ devices: [DeviceID]
    ) {
        (self.secret, self.role, self.uses) = (secret, role, uses)
        (self.expires, self.devices) = (expires, devices)
    }
}

/// The code that carries an invite to another device: its secret, and the beginning of the vault's
/// name, written as a recovery key is.
package struct InviteCode: Sendable {
    private static let hintLength = RecoveryKey.length - Invite.secretLength
    private let key: RecoveryKey

    init(_ invite: Invite, to vault: VaultID) {
        key = RecoveryKey(
            bytes: SecretBytes(count: RecoveryKey.length) { room in
                invite.secret.bytes.withUnsafeBytes { room.copyMemory(from: $0) }
                for (place, byte) in vault.bytes.prefix(Self.hintLength).enumerated() {
                    room[Invite.secretLength + place] = byte
                }
            }
        )
    }

    /// Reads a code that a person typed.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter``, with the group that was mistyped.
    package init(typed text: SecretBytes) throws(KeychainError) {
        key = try RecoveryKey(typed: text, as: "join code")
    }

    /// Forty letters and digits in groups of five.
    package var text: SecretBytes { key.text }

    var secret: SyncSecret {
        key.bytes.withUnsafeBytes { bytes in
            SyncSecret(SecretBytes(bytes.prefix(Invite.secretLength)))
        }
    }

    /// Whether the code can be one for a vault: it has no room for all of the name, and the proof
    /// of the vault is the answer (``VaultProof``).
    func mayBelong(to vault: VaultID) -> Bool {
        key.bytes.withUnsafeBytes { bytes in
            bytes.dropFirst(Invite.secretLength).elementsEqual(vault.bytes.prefix(Self.hintLength))
        }
    }
}
