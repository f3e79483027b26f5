package import KeychainEssentials
internal import PortableKeychain

/// The removal of this device by another one.
package struct VaultRemoval: Sendable, Equatable {
    /// The name, for users, of the device that did it, or the beginning of its identifier.
    package let device: String
    /// The time when this device learned of it: no entry of a vault has a time.
    package let noticed: Date
}

extension SyncedVault {
    private static let removed = SyncStateName(kind: "removed")

    /// The removal of this device, once a round has read it; `nil` while it is a member.
    package func removal() throws(SyncProblem) -> VaultRemoval? {
        try Self.removal(in: try state())
    }

    static func removal(
        in state: [SyncStateName: SecretBytes]
    ) throws(SyncProblem) -> VaultRemoval? {
        try SyncProblem.catching { () throws(KeychainError) in
            try state[removed].map { bytes throws(KeychainError) in
                try bytes.withUnsafeBytes { bytes throws(KeychainError) in
                    var reader = ByteReader(bytes)
                    let time = try reader.moment()
                    let device = String(decoding: try reader.sized(), as: UTF8.self)
                    try reader.finish()
                    return VaultRemoval(device: device, noticed: time)
                }
            }
        }
    }

    /// Stores who has removed this device, if the entry of the members that says so can be read.
    ///
    /// A device that was removed never becomes a member again, so nothing asks the remote from then on.
    ///
    /// - Parameter log: The log that has found this device not to be a member.
    /// - Throws: ``SyncProblem/keychain(_:)`` if it cannot be stored.
    func noteRemoval(_ log: VaultLog) async throws(SyncProblem) {
        guard try removal() == nil, let author = try? await remover(log) else { return }
        let name = await log.name(of: author)
        let shown = name.isEmpty ? String(Self.digits(author.bytes).prefix(8)) : name
        var writer = SecretEncoder()
        writer.moment(store.now)
        writer.sized(Array(shown.utf8))
        try keep([.put(Self.removed, writer.finished())])
    }

    /// The member whose signed entry removes this device; `nil` if there is none.
    private func remover(_ log: VaultLog) async throws -> DeviceID? {
        let (engine, snapshot, own) = (log.engine, await log.snapshot, log.device)
        var trust = await log.trust
        let bytes = try await engine.read([VaultPath.head], of: snapshot)[VaultPath.head]
        guard let head = bytes.flatMap({ VaultHead($0) }) else { return nil }
        while trust.membership.count < head.membership {
            let start = trust.membership.count
            let page = start..<min(start + VaultLog.pageLength, head.membership)
            let files = try await engine.read(page.map(VaultPath.membership), of: snapshot)
            for number in page {
                guard let entry = files[VaultPath.membership(number)].flatMap(MembershipEntry.init)
                else { return nil }
                try trust.append(entry, rules: .standard)
                if case .remove(own) = entry.change { return entry.author }
            }
        }
        return nil
    }
}
