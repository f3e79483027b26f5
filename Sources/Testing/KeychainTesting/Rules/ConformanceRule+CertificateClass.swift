@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.4 and 1.7: certificates as attributes.
    static let certificateClass = rules {
        tableRules(
            for: ClassTable(
                section: "1.7",
                itemClass: .certificate,
                bytes: .serialNumber,
                key: [
                    (.certificateType, 1, 3), (.issuer, [1], [2]), (.serialNumber, [1], [2]),
                ] + ClassTable.commonKey,
                other: [
                    (.certificateEncoding, 3, 1), (.subject, [1], [2]), (.subjectKeyID, [1], [2]),
                    (.publicKeyHash, [1], [2]),
                ] + ClassTable.commonOther,
                defaults: [.certificateType: 0, .issuer: [], .serialNumber: []]
            )
        )
        row(
            "1.7/accessible",
            "A certificate can always be read by default.",
            given: [add(of: .certificate)],
            find(of: .certificate),
            .has([.accessible: "dk", .accessControl: .plain(.always)])
        )
        row(
            "1.7/any-payload",
            "The payload of a certificate stored by its attributes is not checked.",
            given: [add(of: .certificate, payload: Array("asdf".utf8))],
            find(of: .certificate, limit: nil, returning: .data),
            .payload(Array("asdf".utf8)),
            then: [(find(of: .certificate), .has([.certificateType: 0]))]
        )
        row(
            "1.7/no-payload",
            "A certificate without a payload is legal.",
            given: [add([.label: "l"], of: .certificate)],
            find(of: .certificate),
            .finds(1),
            .has([.label: "l"])
        )
        row(
            "1.7/no-label",
            "A certificate stored by its attributes gets no default label.",
            given: [add([.subject: [0x31, 0x00]], of: .certificate, payload: [1])],
            find(of: .certificate),
            .lacks([.label, .alias, .subjectKeyID, .publicKeyHash, .certificateEncoding])
        )
        row(
            "1.7/leading-zero",
            "Leading zeros of a serial number count.",
            given: [add([.serialNumber: [0, 1]], of: .certificate)],
            find([.serialNumber: [1]], of: .certificate),
            .finds(0),
            then: [
                (add([.serialNumber: [1]], of: .certificate), .succeeds),
                (find(of: .certificate), .finds(2)),
            ]
        )
    }
}
