/// The parameters in a header of KDBX 4 (`VariantDictionary`): names with values of several types.
struct VariantMap {
    private enum Value {
        case number(UInt64)
        case bytes([UInt8])
        /// A value of a type that no parameter of a header has.
        case other
    }

    private var values: [String: Value] = [:]

    static let malformed = FormatProblem(
        "the parameters in the header of the database are damaged"
    )

    /// Reads a map that fills its bytes.
    ///
    /// - Throws: ``FormatProblem`` for a newer version, and for a name that stands there twice.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatProblem) {
        var reader = LittleEndianReader(bytes, orThrow: Self.malformed)
        // The upper byte says what is not compatible.
        guard try reader.number(2) >> 8 == 1 else { throw Self.malformed }
        while true {
            let type = try reader.number(1)
            guard type != 0 else { break }
            let name = String(
                decoding: try reader.bytes(Int(try reader.number(4))),
                as: UTF8.self
            )
            let value = try reader.bytes(Int(try reader.number(4)))
            guard values.updateValue(try Self.value(type, value), forKey: name) == nil else {
                throw Self.malformed
            }
        }
        guard reader.isAtEnd else { throw Self.malformed }
    }

    private static func value(
        _ type: UInt64,
        _ bytes: UnsafeRawBufferPointer
    ) throws(FormatProblem) -> Value {
        // The lengths of UInt32, UInt64, Bool, Int32 and Int64.
        let lengths: [UInt64: Int] = [0x04: 4, 0x05: 8, 0x08: 1, 0x0C: 4, 0x0D: 8]
        switch type {
        case 0x18: return .other
        case 0x42: return .bytes(Array(bytes))
        case _ where lengths[type] == bytes.count:
            guard type == 0x04 || type == 0x05 else { return .other }
            var reader = LittleEndianReader(bytes, orThrow: malformed)
            return .number(try reader.number(bytes.count))
        default: throw malformed
        }
    }

    /// The unsigned number with a name; `nil` if there is none.
    func number(_ name: String) -> UInt64? {
        if case .number(let number) = values[name] { number } else { nil }
    }

    /// The bytes with a name; `nil` if there are none.
    func bytes(_ name: String) -> [UInt8]? {
        if case .bytes(let bytes) = values[name] { bytes } else { nil }
    }
}
