import Foundation
import SealedStore

@testable import PortableKeychain

/// Opens one row of a vector, as a keychain with the keybag of the vector does.
struct RowJudge {
    private let row: SealedRow
    private let keys: KeySet

    init(_ vector: Vector) throws(KeychainError) {
        let optional = { (name: String) in vector.number(name) }
        row = SealedRow(
            id: vector.number("id") ?? 0,
            identifier: vector.hex("identifier"),
            itemClass: vector.number("class") ?? 0,
            protection: vector.number("protection") ?? 0,
            flags: vector.number("flags") ?? 0,
            primaryKey: vector.hex("primary-key"),
            group: vector.number("group") ?? 0,
            lookups: SealedRow.Lookups(
                first: optional("first"),
                second: optional("second"),
                third: optional("third")
            ),
            metadata: vector.kind == "leaf" ? vector.hex("metadata") : vector.bytes,
            secret: vector.text("secret") == "none" ? nil : vector.hex("secret")
        )
        keys = try KeySet(
            keybag: Keybag(encoded: vector.hex("keybag")),
            epoch: 1,
            device: DeviceKey(Judge.key(vector.hex("device-key")))
        )
        if vector.kind == "leaf" {
            let leaf = try RowSealing(keys: keys).leaf(row, secretLength: row.secret?.count)
            guard leaf.bytes == vector.bytes else { throw KeychainError(.corrupt) }
        }
    }

    func leaf() -> [String: String] { [:] }

    /// Through a store in memory, so that the row is lent as a store lends it.
    func open() throws(KeychainError) -> [String: String] {
        let state = StoredState(epoch: 1, keybag: [], digest: [])
        var gives: [String: String] = [:]
        try Vault.translating {
            let store = try SealedStore.create(.memory, state: state)
            try store.write { rows in _ = try rows.insert(row) }
            try store.forEachRow(RowQuery(wantsSecret: true)) { view in
                let lent = LentRow(view: copy view, keys: keys)
                guard case .open(let classKeys) = try lent.availability() else {
                    throw KeychainError(.locked)
                }
                gives = try lent.open(with: classKeys) { attributes, tag throws(KeychainError) in
                    var writer = ByteWriter()
                    AttributeCoding.encode(try attributes.decoded(), into: &writer)
                    let secret = try lent.secret(with: classKeys, tag: tag)
                    return [
                        "gives-attributes": writer.bytes.hex,
                        "gives-payload": secret?.withUnsafeBytes { Array($0).hex } ?? "none",
                    ]
                }
                return true
            }
        }
        return gives
    }
}
