internal import KeychainEssentials
internal import PortableKeychain

extension SecretEncoder {
    mutating func version(_ version: EarlierVersion) {
        text(version.itemClass.rawValue)
        sized(version.attributes.storedForm)
        integer(UInt8(version.cause == .deleted ? 2 : 1))
        date(version.date)
        date(version.expires)
        flag(version.isDeleted)
        raw(version.id)
        raw(version.item)
        bytes(version.identity)
    }

    mutating func change(_ change: RecordedChange) {
        date(change.date)
        raw(change.id)
        list(change.parts) { encoder, part in
            encoder.integer(part.effect.code)
            encoder.text(part.itemClass.rawValue)
            encoder.optional(part.attributes) { $0.sized($1.storedForm) }
        }
    }

    private mutating func date(_ date: Date) {
        integer(date.timeIntervalSinceReferenceDate.bitPattern)
    }
}

extension ByteReader {
    mutating func version() throws(KeychainError) -> EarlierVersion {
        let itemClass = ItemClass(rawValue: try text())
        let attributes = try ItemAttributes(storedForm: try sized())
        let cause: EarlierVersion.Cause
        switch try integer(UInt8.self) {
        case 1: cause = .changed
        case 2: cause = .deleted
        default: throw Frame.malformed
        }
        let (date, expires) = (try date(), try date())
        let isDeleted = try flag()
        let (id, item) = (try identifier(), try identifier())
        return EarlierVersion(
            itemClass: itemClass,
            attributes: attributes,
            cause: cause,
            date: date,
            expires: expires,
            isDeleted: isDeleted,
            id: id,
            item: item,
            identity: try bytes()
        )
    }

    mutating func change() throws(KeychainError) -> RecordedChange {
        let (date, id) = (try date(), try identifier())
        let parts = try list { r throws(KeychainError) in
            let effect = try RecordedChange.Effect(code: try r.integer())
            let itemClass = ItemClass(rawValue: try r.text())
            let attributes = try r.optional { r throws(KeychainError) in
                try ItemAttributes(storedForm: try r.sized())
            }
            return RecordedChange.Part(effect: effect, itemClass: itemClass, attributes: attributes)
        }
        return RecordedChange(date: date, parts: parts, id: id)
    }

    private mutating func date() throws(KeychainError) -> Date {
        let bits: UInt64 = try integer()
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }
}

extension RecordedChange.Effect {
    fileprivate var code: UInt8 {
        switch self {
        case .added: 1
        case .changed: 2
        case .deleted: 3
        case .purged: 4
        }
    }

    fileprivate init(code: UInt8) throws(KeychainError) {
        switch code {
        case 1: self = .added
        case 2: self = .changed
        case 3: self = .deleted
        case 4: self = .purged
        default: throw Frame.malformed
        }
    }
}
