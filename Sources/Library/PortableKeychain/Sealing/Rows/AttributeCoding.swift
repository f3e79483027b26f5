internal import KeychainEssentials

/// Encodes attributes as bytes with a type and a length, in the order of their keys; each set has
/// exactly one encoding (vault-format.md §8).
enum AttributeCoding {
    enum ValueType: UInt8 {
        case string = 1
        case data = 2
        case number = 3
        case date = 4
        case accessControl = 5
    }

    static func encode(_ attributes: ItemAttributes, into writer: inout ByteWriter) {
        writer.integer(UInt16(attributes.count))
        for (key, value) in attributes {
            writer.integer(key.code)
            switch value {
            case .string(let text):
                writer.integer(ValueType.string.rawValue)
                writer.sized(text.utf8)
            case .data(let data):
                writer.integer(ValueType.data.rawValue)
                writer.sized(data)
            case .number(let number):
                writer.integer(ValueType.number.rawValue)
                writer.integer(UInt32(8))
                writer.integer(number)
            case .date(let date):
                writer.integer(ValueType.date.rawValue)
                writer.integer(UInt32(8))
                writer.integer(date.timeIntervalSinceReferenceDate.bitPattern)
            case .accessControl(let control):
                writer.integer(ValueType.accessControl.rawValue)
                writer.integer(UInt32(10))
                writer.integer(ProtectionClass(control.accessibility).rawValue)
                writer.integer(UInt8(control.constraints == nil ? 0 : 1))
                writer.integer(control.constraints?.rawValue ?? 0)
            }
        }
    }

    /// Refuses a value that cannot be decoded, without decoding it where that takes memory.
    static func check(
        _ type: UInt8,
        _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) {
        switch ValueType(rawValue: type) {
        case .data: break
        case .string where isASCII(bytes): break
        default: _ = try value(type, bytes)
        }
    }

    /// Decodes a value.
    static func value(
        _ type: UInt8,
        _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) -> AttributeValue {
        guard let type = ValueType(rawValue: type) else { throw malformed }
        var content = ByteReader(bytes)
        switch type {
        case .string:
            guard let text = text(bytes) else { throw malformed }
            return .string(text)
        case .data:
            return .data(Data(bytes))
        case .number:
            let number: Int64 = try content.integer()
            try content.finish()
            return .number(number)
        case .date:
            let bits: UInt64 = try content.integer()
            try content.finish()
            return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
        case .accessControl:
            return .accessControl(try accessControl(bytes))
        }
    }

    /// Validation by the standard library costs more than the rest of decoding, and most text is
    /// ASCII, which is always valid.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        isASCII(bytes)
            ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }

    /// Looks at eight bytes at a time.
    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while start + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { return false }
            start += 8
        }
        while start < bytes.count {
            guard bytes[start] < 0x80 else { return false }
            start += 1
        }
        return true
    }

    static func accessControl(
        _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) -> AccessControl {
        var reader = ByteReader(bytes)
        let keyClass = ProtectionClass(rawValue: try reader.integer())
        let hasRules: UInt8 = try reader.integer()
        let bits: UInt64 = try reader.integer()
        try reader.finish()
        guard let keyClass, hasRules <= 1, hasRules == 1 || bits == 0 else { throw malformed }
        let accessibility = keyClass.accessibility
        guard hasRules == 1 else { return AccessControl(accessibility) }
        do throws(KeychainError) {
            return try AccessControl(accessibility, constraints: .init(rawValue: bits))
        } catch {
            throw malformed
        }
    }

    static var malformed: KeychainError {
        KeychainError(.corrupt, reason: "The attributes of an item are malformed.")
    }
}

extension ProtectionClass {
    /// The accessibility of this class.
    var accessibility: Accessibility {
        switch self {
        case .whenUnlocked: .whenUnlocked
        case .afterFirstUnlock: .afterFirstUnlock
        case .always: .always
        case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
        case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
        case .alwaysThisDeviceOnly: .alwaysThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: .whenPasscodeSetThisDeviceOnly
        }
    }
}
