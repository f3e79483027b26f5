package import PortableKeychain

/// The rows of state in which a device keeps its keys: keys that require an unlocked keychain have
/// rows that require it too.
extension DeviceKeys {
    private static let kind = "device"
    private static let early = SyncStateName(kind: kind)
    private static let unlocked = SyncStateName(kind: kind, needsUnlock: true)

    /// Reads stored keys; `nil` if there are none.
    init?(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        guard let bytes = state[Self.early] else { return nil }
        let parts = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let certificate = try DeviceCertificate(&reader)
            let seeds = [try SyncSecret(&reader), try SyncSecret(&reader)]
            try reader.finish()
            return (certificate, seeds)
        }
        self.init(
            certificate: parts.0,
            signing: parts.1[0].bytes,
            early: parts.1[1].bytes,
            unlocked: state[Self.unlocked]
        )
    }

    /// The rows.
    package var rows: [SyncStateChange] {
        var writer = SecretEncoder()
        writer.raw(certificate.encoded)
        writer.raw(signing)
        writer.raw(early)
        let rows = [SyncStateChange.put(Self.early, writer.finished())]
        return rows + (unlocked.map { [.put(Self.unlocked, $0)] } ?? [])
    }
}

extension VaultKeyring {
    private static let kind = "epoch"
    private static let nameRow = SyncStateName(kind: "name")

    /// Whether a row has keys of a vault.
    static func has(_ name: SyncStateName) -> Bool { name == nameRow || name.kind == kind }

    /// Reads stored keys.
    init(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        self.init()
        name = state[Self.nameRow].map { SyncSecret($0) }
        for (row, bytes) in state where row.kind == Self.kind && !row.needsUnlock {
            guard row.id.count == 4 else { continue }
            var keys = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                let keys = EpochKeys(log: try SyncSecret(&reader), early: try SyncSecret(&reader))
                try reader.finish()
                return keys
            }
            let other = SyncStateName(kind: Self.kind, id: row.id, needsUnlock: true)
            keys.unlocked = state[other].map { SyncSecret($0) }
            epochs[row.id.reduce(0) { $0 << 8 | UInt32($1) }] = keys
        }
    }

    /// The rows that another keyring does not have.
    func rows(beyond other: VaultKeyring) -> [SyncStateChange] {
        var rows: [SyncStateChange] = []
        if let name, other.name == nil { rows.append(.put(Self.nameRow, name.bytes)) }
        for (epoch, keys) in epochs {
            let id = withUnsafeBytes(of: epoch.bigEndian) { Array($0) }
            if other.epochs[epoch] == nil {
                var writer = SecretEncoder()
                writer.raw(keys.log.bytes)
                writer.raw(keys.early.bytes)
                rows.append(.put(SyncStateName(kind: Self.kind, id: id), writer.finished()))
            }
            if let unlocked = keys.unlocked, other.epochs[epoch]?.unlocked == nil {
                let name = SyncStateName(kind: Self.kind, id: id, needsUnlock: true)
                rows.append(.put(name, unlocked.bytes))
            }
        }
        return rows
    }
}
