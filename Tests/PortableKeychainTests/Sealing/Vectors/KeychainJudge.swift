import Foundation
import KeychainTesting
import SealedStore

@testable import PortableKeychain

/// Builds the file of a vector, opens it and verifies it.
///
/// The bytes are the state's digest; rows are inputs, their columns separated by spaces.
struct KeychainJudge {
    private let state: StoredState
    private let rows: [SealedRow]
    private let device: DeviceKey

    init(_ vector: Vector) {
        state = StoredState(
            epoch: vector.number("epoch") ?? 0,
            keybag: vector.hex("keybag"),
            digest: vector.bytes
        )
        device = DeviceKey(Judge.key(vector.hex("device-key")))
        rows = vector.inputs.filter { $0.name == "row" }.compactMap { SealedRow(text: $0.value) }
    }

    func verify() throws(KeychainError) -> [String: String] {
        let folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Vault.translating {
            let store = try SealedStore.create(.file(folder + "/v.keychain"), state: state)
            try store.write { transaction in
                for row in rows { _ = try transaction.insert(row) }
            }
            store.close()
        }
        let world = Vault.World(retention: NoKeyRetention())
        let vault = try Vault.open(folder + "/v.keychain", device: device, world: world)
        let report = try vault.verify(opensSecrets: true)
        if let problem = report.problems.first { throw KeychainError(.corrupt, reason: problem) }
        return ["gives-rows": String(report.rowCount)]
    }
}

extension SealedRow {
    /// The columns in the order of the table; `-` for none.
    var text: String {
        let number = { (value: Int64?) in value.map { String($0) } ?? "-" }
        let columns = [
            String(id), identifier.hex, String(itemClass), String(protection), String(flags),
            primaryKey.hex, String(group), number(lookups.first), number(lookups.second),
            number(lookups.third), metadata.hex, secret?.hex ?? "-",
        ]
        return columns.joined(separator: " ")
    }

    init?(text: String) {
        let columns = text.split(separator: " ").map(String.init)
        guard columns.count == 12, let id = Int64(columns[0]),
            let identifier = [UInt8](hex: columns[1]), let itemClass = Int64(columns[2]),
            let protection = Int64(columns[3]), let flags = Int64(columns[4]),
            let primaryKey = [UInt8](hex: columns[5]), let group = Int64(columns[6]),
            let metadata = [UInt8](hex: columns[10])
        else { return nil }
        self.init(
            id: id,
            identifier: identifier,
            itemClass: itemClass,
            protection: protection,
            flags: flags,
            primaryKey: primaryKey,
            group: group,
            lookups: Lookups(
                first: Int64(columns[7]),
                second: Int64(columns[8]),
                third: Int64(columns[9])
            ),
            metadata: metadata,
            secret: columns[11] == "-" ? nil : [UInt8](hex: columns[11])
        )
    }
}
