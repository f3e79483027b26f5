import Crypto
import SealedStore

@_spi(Keepers) @testable import PortableKeychain

/// A row of a vector with all that is inside, composed here a second time, so that it can be made
/// wrong in ways that the engine never makes it.
struct VectorRow {
    var id: Int64 = 1
    var identifier: [UInt8]
    var itemClass: Int64 = 1
    var protection = Protection(.whenUnlocked, generation: 1).stored
    var flags: Int64 = 0
    var primaryKey: [UInt8]
    var group: Int64 = 77
    var lookups = SealedRow.Lookups(first: 1, second: -2, third: nil)
    var attributes: [UInt8] = [0, 1] + VectorSource.attribute("agrp", 1, Array("app".utf8))
    var payload: [UInt8]?
    /// The bytes that are sealed instead of the payload with its length and padding.
    var paddedPayload: [UInt8]?
    /// The bytes before the attributes instead of the right mark and tag.
    var mark: [UInt8]?

    init(_ source: VectorSource, payload: [UInt8]?) {
        identifier = source.entropy.bytes(16)
        primaryKey = source.entropy.bytes(16)
        self.payload = payload
    }

    /// Seals the row as vault-format.md §8 says.
    func sealed(_ source: VectorSource) throws -> SealedRow {
        let keyClass = protection & 0xff
        let keys = source.classKeys.first { Int64($0.protection.keyClass.rawValue) == keyClass }
        let classKeys = keys ?? source.classKeys[0]
        var row = SealedRow(
            id: id,
            identifier: identifier,
            itemClass: itemClass,
            protection: protection,
            flags: flags,
            primaryKey: primaryKey,
            group: group,
            lookups: lookups,
            metadata: [],
            secret: nil
        )
        if let payload {
            let context = ByteWriter.bytes { writer in
                writer.raw("PortableKeychain 1 secret".utf8)
                writer.raw(source.keychain + identifier)
                writer.integer(itemClass)
                writer.integer(protection)
            }
            let plain = paddedPayload ?? Self.padded(payload)
            row.secret = try source.seal(plain, classKeys.secret.key, context)
        }
        let mark = mark ?? row.secret.map { [1] + $0.suffix(16) } ?? [0]
        row.metadata = try source.seal(
            mark + attributes,
            classKeys.metadata.key,
            Self.shown(row, source.keychain)
        )
        return row
    }

    static func shown(_ row: SealedRow, _ keychain: [UInt8]) -> [UInt8] {
        ByteWriter.bytes { writer in
            writer.raw("PortableKeychain 1 metadata".utf8)
            writer.raw(keychain + row.identifier)
            for number in [row.itemClass, row.protection, row.flags] { writer.integer(number) }
            writer.raw(row.primaryKey)
            writer.integer(row.group)
            for token in [row.lookups.first, row.lookups.second, row.lookups.third] {
                writer.integer(UInt8(token == nil ? 0 : 1))
                writer.integer(token ?? 0)
            }
        }
    }

    static func padded(_ payload: [UInt8]) -> [UInt8] {
        let plain = ByteWriter.bytes { $0.sized(payload) }
        return plain + [UInt8](repeating: 0, count: (32 - plain.count % 32) % 32)
    }

    /// The row as the inputs of a vector.
    static func inputs(_ row: SealedRow) -> [(name: String, value: String)] {
        var inputs = [
            ("id", String(row.id)), ("identifier", row.identifier.hex),
            ("class", String(row.itemClass)), ("protection", String(row.protection)),
            ("flags", String(row.flags)), ("primary-key", row.primaryKey.hex),
            ("group", String(row.group)),
        ]
        for (name, token) in [
            ("first", row.lookups.first), ("second", row.lookups.second),
            ("third", row.lookups.third),
        ] {
            inputs.append((name, token.map { String($0) } ?? "none"))
        }
        inputs.append(("secret", row.secret?.hex ?? "none"))
        return inputs
    }
}
