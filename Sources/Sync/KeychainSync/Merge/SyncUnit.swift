@_spi(Keepers) package import PortableKeychain

/// The smallest part that is merged as a whole: one attribute, or an item's content.
package struct SyncUnit: Hashable, Comparable, Sendable {
    /// The code of the attribute; 0 for the content.
    package let code: UInt32

    package init(code: UInt32) { self.code = code }

    /// The payload, together with the attributes that describe it.
    package static let content = SyncUnit(code: 0)

    /// The unit of an attribute; `nil` for dates, which no user edits.
    package init?(_ key: AttributeKey, of itemClass: ItemClass) {
        if key == .creationDate || key == .modificationDate { return nil }
        let describesContent =
            switch itemClass {
            case .key: Self.ofKeys.contains(key)
            case .certificate: Self.ofCertificates.contains(key)
            default: false
            }
        self = describesContent ? .content : SyncUnit(code: key.code)
    }

    private static let ofKeys: Set<AttributeKey> = [
        .type, .keySizeInBits, .keyClass, .applicationLabel,
    ]

    private static let ofCertificates: Set<AttributeKey> = [
        .certificateType, .certificateEncoding, .issuer, .serialNumber, .subject, .subjectKeyID,
        .publicKeyHash,
    ]

    package static func < (left: Self, right: Self) -> Bool { left.code < right.code }
}

/// The value of a unit.
package struct UnitValue: Sendable, Equatable {
    /// The attributes, in the order of their keys: one, unless the unit is the content.
    package var attributes = ItemAttributes()
    /// The payload, if the unit is the content and has one.
    package var secret: SecretBytes?

    package init(attributes: ItemAttributes = ItemAttributes(), secret: SecretBytes? = nil) {
        self.attributes = attributes
        self.secret = secret
    }

    /// Compares payloads in constant time.
    package static func == (left: Self, right: Self) -> Bool {
        guard left.attributes == right.attributes else { return false }
        switch (left.secret, right.secret) {
        case (nil, nil): return true
        case (let left?, let right?): return left.matches(right)
        default: return false
        }
    }
}

/// A unit with its value and the edit that gave it; without a value it was removed.
package struct VersionedUnit: Sendable, Equatable {
    package let unit: SyncUnit
    package let value: UnitValue?
    package let version: UnitVersion

    package init(unit: SyncUnit, value: UnitValue?, version: UnitVersion) {
        self.unit = unit
        self.value = value
        self.version = version
    }
}
