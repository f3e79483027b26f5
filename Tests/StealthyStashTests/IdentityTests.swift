import Foundation
import KeeperRuns
import StealthyStash
import Testing

/// Identifiers, equality and hashing.
@Suite(.throughEachKeeper) struct IdentityTests {
    static let different: [(any StealthyProperty, any StealthyProperty)] = [
        (GenericPasswordItem("ab", service: "c"), GenericPasswordItem("a", service: "bc")),
        (GenericPasswordItem("a", service: "b"), GenericPasswordItem("b", service: "a")),
        (GenericPasswordItem("a/b", service: "c"), GenericPasswordItem("a", service: "b/c")),
        (GenericPasswordItem("a%2F", service: ""), GenericPasswordItem("a/", service: "")),
        (GenericPasswordItem("\u{e9}"), GenericPasswordItem("e\u{301}")),
        (GenericPasswordItem("a\0b"), GenericPasswordItem("ab")),
        (InternetPasswordItem("a", server: "b"), InternetPasswordItem("ab")),
        (internet(path: "/x"), internet(path: "/y")),
        (internet(port: 80), internet(port: 8)),
        (internet(port: 80), internet(path: "80")),
        (internet(protocol: .http), internet(protocol: .https)),
        (internet(authenticationType: "http"), internet(protocol: .http)),
    ]

    @Test(arguments: different.indices)
    func distinguishesItems(row: Int) {
        let (left, right) = Self.different[row]
        #expect(left.eraseToAnyProperty().id != right.eraseToAnyProperty().id)
        #expect(left.eraseToAnyProperty() != right.eraseToAnyProperty())
    }

    @Test func equalsAndHashesAlike() {
        let old = GenericPasswordItem("a", "old", service: "s").eraseToAnyProperty()
        let new = GenericPasswordItem("a", "new", service: "s").eraseToAnyProperty()
        #expect(old == new)
        #expect(old.hashValue == new.hashValue)
        #expect(Set([old, new]).count == 1)
        #expect(old.property as? GenericPasswordItem != new.property as? GenericPasswordItem)
    }

    @Test func distinguishesClasses() {
        let generic = GenericPasswordItem("a").eraseToAnyProperty()
        let internet = InternetPasswordItem("a").eraseToAnyProperty()
        #expect(generic != internet)
        #expect(generic.propertyType == .generic)
        #expect(internet.propertyType == .internet)
    }

    /// A field that is left open equals the keychain's default in its place.
    @Test func equalsTheStoredItem() throws {
        for item in [GenericPasswordItem("a", "x"), GenericPasswordItem("b", "x", service: "s")] {
            try isolated { _ in
                try KeychainRepository.plain.create(item)
                let found = try KeychainRepository.plain.query(TypeQuery(type: .generic))
                #expect(found == [item.eraseToAnyProperty()])
            }
        }
        try isolated { _ in
            try KeychainRepository.plain.create(InternetPasswordItem("a", "x"))
            let found = try KeychainRepository.plain.query(TypeQuery(type: .internet))
            #expect(found == [InternetPasswordItem("a").eraseToAnyProperty()])
        }
    }

    @Test func forwardsAttributes() {
        let date = Date(timeIntervalSinceReferenceDate: 1)
        let any = InternetPasswordItem(
            account: "account",
            data: Data([1]),
            accessGroup: "group",
            createdAt: date,
            modifiedAt: date + 1,
            description: "description",
            comment: "comment",
            type: 7,
            label: "label",
            server: "server",
            protocol: .ssh,
            authenticationType: "dflt",
            port: 22,
            path: "/path",
            isSynchronizable: .enabled
        ).eraseToAnyProperty()
        #expect(any.account == "account")
        #expect(any.data == Data([1]))
        #expect(any.accessGroup == "group")
        #expect(any.createdAt == date)
        #expect(any.modifiedAt == date + 1)
        #expect(any.description == "description")
        #expect(any.comment == "comment")
        #expect(any.type == 7)
        #expect(any.label == "label")
        #expect(any.server == "server")
        #expect(any.protocol == .ssh)
        #expect(any.port == 22)
        #expect(any.path == "/path")
        #expect(any.isSynchronizable == .enabled)
        #expect(any.service == nil)
        let generic = GenericPasswordItem("a", service: "service").eraseToAnyProperty()
        #expect(generic.service == "service")
        #expect(generic.server == nil && generic.protocol == nil)
        #expect(generic.port == nil && generic.path == nil)
    }
}

private func internet(
    protocol: ServerProtocol? = nil,
    authenticationType: String? = nil,
    port: Int? = nil,
    path: String? = nil
) -> InternetPasswordItem {
    InternetPasswordItem(
        account: "a",
        data: Data(),
        server: "s",
        protocol: `protocol`,
        authenticationType: authenticationType,
        port: port,
        path: path
    )
}
