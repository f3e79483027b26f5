import Foundation
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain

/// Requests that a program might make, drawn from few words so that they meet.
struct RandomRequests {
    private var state: UInt64
    /// References that answers brought so far, as each of two keepers gave them.
    var references: [[[UInt8]]] = []

    init(seed: UInt64) { state = seed }

    private mutating func below(_ count: Int) -> Int {
        var bytes = [UInt8](repeating: 0, count: 8)
        let source = SeededEntropy(seed: state)
        bytes.withUnsafeMutableBytes { source.fill($0) }
        state &+= 0x9E37_79B9_7F4A_7C15
        return Int(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(count))
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// One in so many times.
    mutating func once(in count: Int) -> Bool { below(count) == 0 }

    mutating func groups() -> [String] {
        pick([["g1"], ["g1", "g2"], ["g1", "g2"], ["g2", "g1"], ["g2"], ["g3", "*"]])
    }

    /// The event of the lock between two requests.
    enum Turn: CaseIterable { case setPasscode, removePasscode, lock, unlock, restart, time }

    mutating func turn() -> Turn { pick(Turn.allCases) }

    /// A request as each of the two keepers has to hear it: they differ in references alone.
    mutating func next() -> [ItemRequest] {
        var request: ItemRequest
        let itemClass = pick([
            ItemClass.genericPassword, .genericPassword, .internetPassword, .certificate, .key,
            .identity,
        ])
        switch below(10) {
        case 0..<4:
            request = ItemRequest(.add, itemClass: itemClass, attributes: attributes(itemClass, 4))
            request.secret = payload()
            if itemClass == .identity {
                request.object = object(itemClass)
                request.attributes = attributes(.identity, 1).filterCommon
            }
        case 4..<7:
            request = ItemRequest(.copyMatching, itemClass: itemClass)
            request.limit = pick([nil, .one, .all, .all, .all, .atMost(2)])
            if once(in: 8) {
                request.filters = [pick(Self.filters)]
            }
            request.interaction = pick([.allowed, .forbidden, .skip])
        case 7..<9:
            var new = ItemChanges(attributes: attributes(itemClass, 2), secret: payload())
            if itemClass == .identity { new.secret = nil }
            request = ItemRequest(.update(new), itemClass: itemClass)
        default:
            request = ItemRequest(.delete, itemClass: itemClass)
        }
        if case .add = request.verb {} else { request.attributes = attributes(itemClass, 2) }
        if case .update = request.verb {} else { request.returning = returning() }
        if once(in: 8) { request.leavesTombstone = once(in: 2) }
        if request.object == nil, once(in: 2) { request.object = object(itemClass) }
        // The object's statement about the payload and the caller's would both be random.
        if request.object != nil { request.secret = nil }
        // Of an added identity each half may have been there before, with words of its own.
        if case .add = request.verb, itemClass == .identity { request.returning = [] }
        guard !references.isEmpty, once(in: 6) else { return [request, request] }
        let pair = pick(references)
        request.itemClass = nil
        request.object = nil
        if !once(in: 3) { request.attributes = [:] }
        return pair.map { reference in
            var request = request
            request.persistentReference = reference
            return request
        }
    }

    private mutating func returning() -> ReturnOptions {
        pick([
            [], .attributes, [.attributes, .data], [.attributes, .data, .persistentReference],
            .persistentReference, .data, .reference, [.reference, .attributes],
        ])
    }

    /// A key, certificate or identity, for the classes that have one.
    private mutating func object(_ itemClass: ItemClass) -> ItemObject? {
        switch itemClass {
        case .certificate: pick(CertificateFixture.all).object
        case .key: pick([KeyFixture.ann, .annPublic, .bob]).object
        case .identity:
            pick([
                CertificateFixture.mail.identity(.ann), CertificateFixture.site.identity(.ann),
                CertificateFixture.old.identity(.bob),
            ])
        default: nil
        }
    }

    private static let filters: [MatchFilter] = [
        .hostOrSubdomain("x.y"), .trustedOnly(true), .emailAddress("bob@example.org"),
        .valid(at: 700_000_000), .issuers([CertificateFixture.root.issuerName]),
        .issuers([CertificateFixture.mail.issuerName]),
    ]

    private mutating func payload() -> SecretBytes? {
        guard !once(in: 3) else { return nil }
        let bytes = [UInt8](repeating: UInt8(below(256)), count: below(40))
        return SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    private mutating func attributes(_ itemClass: ItemClass, _ most: Int) -> ItemAttributes {
        var result: ItemAttributes = [:]
        for _ in 0..<below(most + 1) {
            let (key, values) = pick(Self.words[itemClass] ?? Self.genp)
            result[key] = pick(values)
        }
        return result
    }

    private static let words: [ItemClass: [(AttributeKey, [AttributeValue])]] = [
        .genericPassword: genp, .internetPassword: inet, .certificate: certificate, .key: key,
        .identity: common + certificate.suffix(3) + key.suffix(3),
    ]

    private static let certificate: [(AttributeKey, [AttributeValue])] =
        common + [
            (.certificateType, [.number(3), .string("3"), .number(1)]),
            (.serialNumber, [.data(Data([0x0B])), .data(Data([1])), .string("x")]),
            (
                .publicKeyHash,
                [.data(Data([7]))]
                    + [KeyFixture.ann.attributes[.applicationLabel]].compactMap { $0 }
            ),
            (.issuer, [CertificateFixture.mail.attributes[.issuer]].compactMap { $0 }),
        ]

    private static let key: [(AttributeKey, [AttributeValue])] =
        common + [
            (.applicationTag, [.string("t"), .data(Data([0x74])), .string("")]),
            (.keyClass, [.number(1), .string("0"), .string("2")]),
            (
                .applicationLabel,
                [.data(Data([7]))]
                    + [KeyFixture.ann.attributes[.applicationLabel]].compactMap { $0 }
            ),
            (.canSign, [.number(0), .number(1)]),
        ]

    private static let passwords: [(AttributeKey, [AttributeValue])] =
        common + [
            (
                .account,
                [.string("a"), .string("b"), .data(Data([0x61])), .string(""), .number(1)]
            ),
            (.account, [.string("a"), .string("b")]),
            (.creator, [.number(1), .string("1"), .string("text"), .number(0)]),
            (.comment, [.string("c"), .number(-1)]),
        ]

    private static let common: [(AttributeKey, [AttributeValue])] = [
        (.label, [.string("l"), .data(Data([0x6C])), .string("")]),
        (
            .synchronizable,
            [.number(0), .number(1), .number(1), SynchronizationScope.any.value, .string("1")]
        ),
        (.accessible, ["ak", "ck", "dk", "dku", "akpu"].map { .string($0) }),
        (
            .accessControl,
            [
                .accessControl(AccessControl(.always)),
                .accessControl(AccessControl(.whenUnlocked)),
            ] + guarded
        ),
        (.accessGroup, [.string("g1"), .string("g2"), .string("g3"), .string("")]),
        (.tombstone, [.number(0), .number(1)]),
        (.syncViewHint, [.string("v"), .string("")]),
    ]

    private static let guarded: [AttributeValue] = [[], .userPresence, .privateKeyUsage].compactMap
    {
        (try? AccessControl(.always, constraints: $0)).map { .accessControl($0) }
    }

    private static let genp: [(AttributeKey, [AttributeValue])] =
        passwords + [
            (.service, [.string("s"), .string("t"), .data(Data([0x73]))]),
            (.generic, [.data(Data([1])), .string("g")]),
        ]

    private static let inet: [(AttributeKey, [AttributeValue])] =
        passwords + [
            (.server, [.string("x.y"), .string("z.x.y"), .string("other")]),
            (.port, [.number(80), .string("80"), .string("")]),
            (.networkProtocol, [.string("http"), .number(0)]),
            (.extraNotes, [.data(Data([1, 2])), .string("n")]),
        ]
}

extension ItemAttributes {
    /// The attributes that both halves of an identity share.
    fileprivate var filterCommon: ItemAttributes {
        var common = self
        for (key, _) in self
        where ![AttributeKey.label, .synchronizable, .accessible, .accessGroup].contains(key) {
            common[key] = nil
        }
        return common
    }
}
