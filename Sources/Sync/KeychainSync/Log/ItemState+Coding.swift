internal import KeychainEssentials
package import PortableKeychain

extension ItemState {
    /// The state as the body of a record contains it.
    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.raw(itemClass.rawValue.utf8)
        writer.integer(created.timeIntervalSinceReferenceDate.bitPattern)
        writer.integer(modified.timeIntervalSinceReferenceDate.bitPattern)
        for list in [units, history] {
            writer.integer(UInt16(list.count))
            for unit in list { unit.encode(into: &writer) }
        }
        return writer.finished()
    }

    /// Reads the body of a record.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for other bytes.
    package init(_ encoded: SecretBytes) throws(KeychainError) {
        self = try encoded.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let name = String(decoding: try reader.raw(4), as: UTF8.self)
            let created = try reader.date()
            let modified = try reader.date()
            let units = try reader.units()
            let history = try reader.units()
            try reader.finish()
            guard zip(units, units.dropFirst()).allSatisfy({ $0.unit < $1.unit }) else {
                throw KeychainError(.corrupt, reason: "The units of a record are not in order.")
            }
            return ItemState(
                itemClass: ItemClass(rawValue: name),
                units: units,
                created: created,
                modified: modified,
                history: history
            )
        }
    }
}

extension VersionedUnit {
    /// The unit and its value, without the version, for deciding ties.
    var encodedValue: SecretBytes {
        var writer = SecretEncoder()
        encodeValue(into: &writer)
        return writer.finished()
    }

    fileprivate func encode(into writer: inout SecretEncoder) {
        writer.integer(version.time.rawValue)
        writer.raw(version.device.bytes)
        encodeValue(into: &writer)
    }

    private func encodeValue(into writer: inout SecretEncoder) {
        writer.integer(unit.code)
        writer.integer(UInt8(value == nil ? 0 : 1))
        guard let value else { return }
        writer.sized(value.attributes.storedForm)
        writer.optional(value.secret)
    }
}

extension ByteReader {
    fileprivate mutating func date() throws(KeychainError) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: try integer()))
    }

    fileprivate mutating func units() throws(KeychainError) -> [VersionedUnit] {
        var units: [VersionedUnit] = []
        for _ in 0..<(try integer(UInt16.self)) {
            let time = HybridTime(rawValue: try integer())
            let device: DeviceID = try identifier()
            let unit = SyncUnit(code: try integer())
            var value: UnitValue?
            if try integer(UInt8.self) == 1 {
                let attributes = try ItemAttributes(storedForm: try sized())
                value = UnitValue(attributes: attributes, secret: try optionalSecret())
            }
            units.append(
                VersionedUnit(
                    unit: unit,
                    value: value,
                    version: UnitVersion(time: time, device: device)
                )
            )
        }
        return units
    }
}
