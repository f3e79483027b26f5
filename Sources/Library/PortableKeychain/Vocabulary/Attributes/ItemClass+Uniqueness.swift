internal import KeychainEssentials

extension ItemClass {
    /// The attributes that distinguish two items of one access group, with their default values.
    ///
    /// An identity is as unique as its certificate. An unknown class has none.
    package var uniqueness: ItemAttributes { table.attributes }

    /// The whole primary key of an item, in the order of its token's input; this is part of the
    /// format (vault-format.md).
    ///
    /// The standard value applies if the attribute is omitted; `nil` means no value.
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

/// The attributes that make items of one class unique: the only table of them.
private struct Uniqueness: Sendable {
    let own: [(key: AttributeKey, standard: AttributeValue?)]
    let attributes: ItemAttributes

    init(_ own: [(key: AttributeKey, standard: AttributeValue?)]) {
        self.own = own
        var attributes: ItemAttributes = [.synchronizable: SynchronizationScope.local.value]
        for (key, standard) in own { attributes[key] = standard }
        self.attributes = own.isEmpty ? [:] : attributes
    }

    /// The attributes of all classes; callers set only the first two.
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
