import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Certificates joined with their private keys (item-semantics.md §6.7), where locks, users and
/// numbers matter.
@Suite struct IdentityTests {
    let keychain: Keychain

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app", accessGroups: [])
        configuration.passcodeHashing = LockingTests.cheap
        keychain = try Keychain.inMemory(configuration)
    }

    private static let mail = CertificateFixture.mail.identity(.ann)
    private static func presence() throws -> AttributeValue {
        .accessControl(try AccessControl(.always, constraints: .userPresence))
    }

    @Test(arguments: [
        ("a foreign key", CertificateFixture.mail.identity(.eve)),
        ("a public key", CertificateFixture.mail.identity(.annPublic)),
    ])
    func refusesPairsThatAreNone(name: String, object: ItemObject) {
        #expect(code(ItemRequest(.add, object: object)) == .invalidParameter, "\(name)")
        #expect(code(Self.search()) == .itemNotFound)
    }

    @Test func keysWithoutCertificatesNeverPrompt() throws {
        try perform(ItemRequest(.add, object: Self.mail))
        try add(.eve, [.accessControl: Self.presence()])
        #expect(try perform(Self.search()).count == 1)
    }

    @Test func keysOfIdentitiesRequireAuthentication() throws {
        try perform(ItemRequest(.add, object: CertificateFixture.mail.object))
        try add(.ann, [.accessControl: Self.presence()])
        #expect(code(Self.search()) == .authenticationRequired)
        var skipping = Self.search()
        skipping.interaction = .skip
        #expect(code(skipping) == .itemNotFound)
    }

    /// The first identity is enough, so the user is not asked for the key of a second one.
    @Test func asksForNoMoreThanTheLimit() throws {
        try perform(ItemRequest(.add, object: Self.mail))
        try add(.ann, [.applicationTag: .string("second"), .accessControl: Self.presence()])
        var first = Self.search()
        first.limit = .one
        #expect(try perform(first).count == 1)
        var every = Self.search()
        every.limit = .all
        #expect(code(every) == .authenticationRequired)
    }

    @Test func lockedKeysMatterToTheirCertificatesAlone() throws {
        try perform(
            ItemRequest(.add, attributes: [.accessible: .string("dk")], object: Self.mail)
        )
        try add(.eve, [:])
        try keychain.setPasscode(secret("1234"))
        try keychain.lock()
        #expect(try perform(Self.search()).count == 1)
        try keychain.unlock(passcode: secret("1234"))
        try perform(
            ItemRequest(
                .update(ItemChanges(attributes: [.accessible: .string("ak")])),
                object: KeyFixture.ann.object
            )
        )
        try keychain.lock()
        #expect(code(Self.search()) == .locked)
        #expect(code(Self.search([.label: .string("elsewhere")])) == .itemNotFound)
    }

    /// A condition on the digest of one half holds for the other.
    @Test(
        arguments: [
            ([.publicKeyHash: label(.ann)], nil), ([.applicationLabel: label(.ann)], nil),
            ([.applicationLabel: label(.ann), .publicKeyHash: label(.ann)], nil),
            ([.applicationLabel: label(.ann), .publicKeyHash: label(.bob)], .itemNotFound),
            ([.applicationLabel: label(.bob)], .itemNotFound),
            ([.keyClass: .number(1)], nil), ([.keyClass: .string("1")], nil),
            ([.keyClass: .string("0")], .itemNotFound),
            ([.keyClass: .date(Date())], .invalidParameter),
            ([.applicationLabel: .date(Date())], .invalidParameter),
            ([.account: .string("a")], .noSuchAttribute),
            ([.appClip: .number(0)], .invalidParameter),
            ([.accessGroup: .string("foreign")], .missingEntitlement),
        ] as [(ItemAttributes, KeychainError.Code?)]
    )
    func narrows(attributes: ItemAttributes, expected: KeychainError.Code?) throws {
        try perform(ItemRequest(.add, object: Self.mail))
        #expect(code(Self.search(attributes)) == expected)
    }

    @Test func joinsManyInTheOrderOfTheirCertificates() throws {
        let hashes = (0..<200).map { AttributeValue.data(Data("digest \($0)".utf8)) }
        let certificates = hashes.map { hash in
            ItemRequest(
                .add,
                itemClass: .certificate,
                attributes: [.serialNumber: hash, .publicKeyHash: hash]
            )
        }
        // The keys the other way round, and half of them.
        let keys = hashes.reversed().prefix(100).map { hash in
            ItemRequest(
                .add,
                itemClass: .key,
                attributes: [.applicationLabel: hash, .keyClass: .number(1)]
            )
        }
        _ = try keychain.performTogether(certificates + keys)
        let found = try perform(Self.search()).items.compactMap { $0.attributes?[.serialNumber] }
        #expect(found == Array(hashes.suffix(100)))
        let first = try perform(Self.search(limit: .atMost(3))).items
        #expect(first.compactMap { $0.attributes?[.serialNumber] } == Array(hashes[100..<103]))
    }

    @Test func changesTheHalvesOfAnObject() throws {
        try perform(ItemRequest(.add, object: Self.mail))
        try perform(ItemRequest(.add, object: CertificateFixture.old.identity(.bob)))
        let label = ItemChanges(attributes: [.label: .string("new")])
        #expect(try perform(ItemRequest(.update(label), object: Self.mail)).count == 2)
        let tag = ItemChanges(attributes: [.applicationTag: .string("t")])
        #expect(try perform(ItemRequest(.update(tag), object: Self.mail)).count == 1)
        let other = Self.search(object: CertificateFixture.old.identity(.bob))
        #expect(try perform(other).items.first?.attributes?[.label] == .string("Bob"))
        let found = try perform(Self.search([.label: .string("new")])).items.first?.attributes
        #expect(found?[.applicationTag] == .string("t"))
    }

    @Test func refusesChangesOfOnePayload() throws {
        try perform(ItemRequest(.add, object: Self.mail))
        let payload = ItemChanges(secret: secret("x"))
        #expect(code(ItemRequest(.update(payload), object: Self.mail)) == .invalidParameter)
        var filtered = ItemRequest(.delete, object: Self.mail)
        filtered.filters = [.validOnDate(nil)]
        #expect(code(filtered) == .invalidParameter)
    }

    @Test func findsPoliciesOfServers() throws {
        try perform(ItemRequest(.add, object: CertificateFixture.site.identity(.ann)))
        let table: [(MatchFilter, KeychainError.Code?)] = [
            (.policy(.tlsServer(host: nil)), nil),
            (.policy(.tlsServer(host: "WWW.example.org")), nil),
            (.policy(.tlsServer(host: "example.org")), .itemNotFound),
            (.policy(.tlsClient), .itemNotFound),
            (.policy(CertificatePolicy(identifier: "1.2.3")), .unimplemented),
            (.trustedOnly(true), .itemNotFound),
        ]
        for (filter, expected) in table {
            #expect(code(Self.search(filters: [filter])) == expected, "\(filter)")
        }
        try perform(ItemRequest(.add, object: CertificateFixture.root.object))
        #expect(code(Self.search(filters: [.trustedOnly(true)])) == nil)
    }

    @Test func removesAllThatWasAddedTogetherWithAFailure() throws {
        let keys = [ItemRequest(.add, object: KeyFixture.eve.object)]
        #expect(throws: KeychainError.self) { try keychain.performTogether(keys + keys) }
        let search = ItemRequest(.copyMatching, itemClass: .key, limit: .all)
        #expect(code(search) == .itemNotFound)
    }
}

extension IdentityTests {
    private static func search(
        _ attributes: ItemAttributes = [:],
        object: ItemObject? = nil,
        filters: [MatchFilter] = [],
        limit: MatchLimit = .all
    ) -> ItemRequest {
        ItemRequest(
            .copyMatching,
            itemClass: .identity,
            attributes: attributes,
            object: object,
            limit: limit,
            filters: filters,
            returning: .attributes
        )
    }

    private static func label(_ key: KeyFixture) -> AttributeValue {
        .data(Data(key.material.applicationLabel))
    }

    private func add(_ key: KeyFixture, _ attributes: ItemAttributes) throws {
        try perform(ItemRequest(.add, attributes: attributes, object: key.object))
    }

    @discardableResult
    private func perform(_ request: ItemRequest) throws -> ItemAnswer {
        try keychain.perform(request)
    }

    /// The reason why a request fails; `nil` when it does not.
    private func code(_ request: ItemRequest) -> KeychainError.Code? {
        do throws(KeychainError) {
            _ = try keychain.perform(request)
            return nil
        } catch {
            return error.code
        }
    }
}
