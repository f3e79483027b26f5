import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain

/// The reference's objects: the fixtures, looked up, and nothing computed.
enum ReferenceObjects {
    /// The class, attributes and payload that a certificate or key stands for.
    static func facts(
        _ object: ItemObject
    ) throws(KeychainError) -> (itemClass: ItemClass, attributes: ItemAttributes, bytes: [UInt8]) {
        switch object {
        case .certificate(let certificate):
            guard let fixture = fixture(certificate) else { break }
            return (.certificate, fixture.attributes, fixture.der)
        case .key(let key):
            let bytes = key.externalRepresentation.withUnsafeBytes { Array($0) }
            guard let fixture = KeyFixture.all.first(where: { $0.bytes == bytes }) else { break }
            return (.key, fixture.attributes, fixture.bytes)
        case .identity: break
        }
        throw KeychainError(.internalError, reason: "The reference knows fixtures alone.")
    }

    /// The normalized content of a name, or `nil` for data that is none: one of the fixtures', or a
    /// single common name in a PrintableString.
    static func normalized(_ name: Data) -> Data? {
        let bytes = Array(name)
        if let known = CertificateFixture.all.first(where: { $0.issuerName == bytes }),
            case .data(let issuer)? = known.attributes[.issuer]
        {
            return issuer
        }
        let isOne =
            bytes.count > 13 && bytes[0] == 0x30 && Int(bytes[1]) == bytes.count - 2
            && bytes[11] == 0x13 && Int(bytes[12]) == bytes.count - 13
        guard isOne else { return nil }
        let text = String(decoding: bytes[13...], as: UTF8.self).uppercased()
        return Data(bytes[2..<13]) + Data(text.utf8)
    }

    static func fixture(_ certificate: X509Certificate) -> CertificateFixture? {
        CertificateFixture.all.first { $0.der == certificate.der }
    }

    /// The object that a row makes.
    static func object(_ row: ReferenceStore.Row) -> ItemObject? {
        switch row.itemClass {
        case .certificate:
            return CertificateFixture.all.first { $0.der == row.payload }?.object
        case .key:
            return KeyFixture.all.first {
                $0.bytes == row.payload && $0.attributes[.type] == row.attributes["type"]
                    && $0.attributes[.keyClass] == row.attributes["kcls"]
            }?.object
        default: return nil
        }
    }

    /// The form of an add, or any other request, once its object is taken apart.
    static func expanded(
        _ request: ItemRequest,
        isAddition: Bool,
        faults: Set<ReferenceFault>
    ) throws(KeychainError) -> ItemRequest {
        guard let object = request.object else { return request }
        var request = request
        if case .identity(let certificate, let key) = object {
            guard request.itemClass == nil || request.itemClass == .identity else {
                throw KeychainError(.invalidParameter)
            }
            request.itemClass = .identity
            if isAddition { return request }
            if case .copyMatching = request.verb {
                var words = try facts(.certificate(certificate)).attributes
                words[.applicationLabel] = try facts(.key(key)).attributes[.applicationLabel]
                for (name, value) in request.attributes { words[name] = value }
                request.attributes = words
                request.object = nil
            }
            return request
        }
        var (itemClass, words, bytes) = try facts(object)
        request.itemClass = request.itemClass ?? itemClass
        if isAddition {
            request.secret =
                request.secret ?? SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
            if case .certificate(let certificate) = object {
                words[.label] = fixture(certificate).map { .string($0.summary) }
            }
        } else if !faults.contains(.searchesAbilities) {
            for name in [
                "perm", "encr", "decr", "drve", "sign", "vrfy", "snrc", "vyrc", "wrap", "unwp",
            ] {
                if let key = AttributeKey(name) { words[key] = nil }
            }
        }
        for (name, value) in request.attributes
        where words[name] == nil || !faults.contains(.objectsWin) {
            words[name] = value
        }
        request.attributes = words
        request.object = nil
        return request
    }

    // MARK: - Conditions

    /// Whether the certificate in a row passes conditions (Specification 2.2).
    static func passes(
        _ filters: [MatchFilter],
        _ row: ReferenceStore.Row,
        among rows: [ReferenceStore.Row],
        now: Double,
        faults: Set<ReferenceFault>
    ) -> Bool {
        let conditions = filters.filter { filter in
            switch filter {
            case .ignored, .trustedOnly(false): false
            case .issuers(let names): names.contains { $0.first == 0x30 }
            default: true
            }
        }
        guard !conditions.isEmpty else { return true }
        guard let fixture = CertificateFixture.all.first(where: { $0.der == row.payload }) else {
            return false
        }
        let others = CertificateFixture.all.filter { other in
            rows.contains { $0.itemClass == .certificate && $0.payload == other.der }
        }
        let chain = chain(from: fixture, among: others)
        let isOld = fixture.summary == "Bob"
        return conditions.allSatisfy { condition in
            switch condition {
            case .emailAddress(let address):
                let own = isOld ? "bob@example.org" : "Ann@Example.org"
                let hasOne = isOld || fixture.summary == "ann"
                return hasOne
                    && (faults.contains(.mailIsExact)
                        ? own == address : own.lowercased() == address.lowercased())
            case .validOnDate(let date):
                let date = date?.timeIntervalSinceReferenceDate ?? now
                let from = isOld ? 2_678_400.0 : 599_529_600
                let to = isOld ? 126_230_400.0 : 1_546_300_799
                return faults.contains(.validityIsOpen)
                    ? from < date && date < to : from <= date && date <= to
            case .issuers(let names):
                return chain.contains { names.contains($0.issuerName) }
            case .trustedOnly: return !isOld && chain.last?.summary == "Example Root"
            case .policy: return fixture.summary == "www.example.org"
            default: return true
            }
        }
    }

    private static func chain(
        from fixture: CertificateFixture,
        among others: [CertificateFixture]
    ) -> [CertificateFixture] {
        var chain = [fixture]
        while let last = chain.last,
            let next = others.first(where: { other in
                other.attributes[.subject] == last.attributes[.issuer]
            }), next.der != last.der
        {
            chain.append(next)
        }
        return chain
    }
}
