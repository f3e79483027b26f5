#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ItemClass {
    /// The attributes that tell two items of one access group apart, with the values that items
    /// have which were given none.
    ///
    /// An identity is as unique as its certificate. A class that is not known has none.
    package var uniqueness: ItemAttributes { table.attributes }

    /// Everything that makes an item unique, in the order that lookup tokens are made in: part of
    /// the format (vault-format.md).
    ///
    /// The standard value is what an item has that was given none;
    /// `nil` for nothing at all.
    var uniqueAttributes: [(key: AttributeKey, standard: AttributeValue?)] {
        table.own + Uniqueness.common
    }

    private var table: Uniqueness {
        switch self {
        case .genericPassword: Uniqueness.genericPassword
        case .internetPassword: Uniqueness.internetPassword
        case .certificate, .identity: Uniqueness.certificate
        case .key: Uniqueness.key
        default: Uniqueness.unknown
        }
    }
}

/// What makes the items of one class unique: the one table that everything else derives from.
private struct Uniqueness: Sendable {
    let own: [(key: AttributeKey, standard: AttributeValue?)]
    let attributes: ItemAttributes

    init(_ own: [(key: AttributeKey, standard: AttributeValue?)]) {
        self.own = own
        var attributes: ItemAttributes = [.synchronizable: SynchronizationScope.local.value]
        for (key, standard) in own { attributes[key] = standard }
        self.attributes = own.isEmpty ? [:] : attributes
    }

    /// What all classes have; callers give none of it but the first two.
    static let common: [(key: AttributeKey, standard: AttributeValue?)] = [
        (.accessGroup, nil), (.synchronizable, SynchronizationScope.local.value),
        (.syncViewHint, nil), (.tokenID, nil), (.multiUser, .data(Data())), (.sharingGroup, nil),
    ]

    static let genericPassword = Uniqueness([(.account, .string("")), (.service, .string(""))])

    static let internetPassword = Uniqueness([
        (.account, .string("")), (.securityDomain, .string("")), (.server, .string("")),
        (.networkProtocol, .number(0)), (.authenticationType, .string("")), (.port, .number(0)),
        (.path, .string("")),
    ])

    static let certificate = Uniqueness([
        (.certificateType, .number(0)), (.issuer, .data(Data())), (.serialNumber, .data(Data())),
    ])

    static let key = Uniqueness([
        (.keyClass, .number(0)), (.applicationLabel, .data(Data())),
        (.applicationTag, .string("")), (.creator, .number(0)), (.type, .number(0)),
        (.keySizeInBits, .number(0)), (.effectiveKeySize, .number(0)),
        (.startDate, .date(Date(timeIntervalSinceReferenceDate: 0))),
        (.endDate, .date(Date(timeIntervalSinceReferenceDate: 0))),
    ])

    static let unknown = Uniqueness([])
}
