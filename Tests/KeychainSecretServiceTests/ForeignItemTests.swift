import KeychainSecretService
import PortableKeychain
import Testing

@Suite struct ForeignItemTests {
    @Test func itemsOfAnotherProviderAreTakenOnce() throws {
        let bus = try FakeBus()
        let session = try bus.open()
        try bus.store("present", ["user": "ann"], session: session)
        let items = ["present", "twin", "twin"].map {
            ForeignItem(
                label: "a label",
                attributes: ["user": "ann"],
                secret: SecretBytes(utf8: $0),
                contentType: "text/plain"
            )
        }
        #expect(try bus.service.take(items) == 2, "one is there, and two are equal")
        #expect(try bus.service.take(items) == 0)
        let found = try bus.search(["user": "ann"]).unlocked
        let secrets = try found.map { try bus.read($0, session: session) ?? "" }
        #expect(secrets.sorted() == ["present", "twin", "twin"])
    }

    /// Attributes alone do not make two items one: the other secret would be lost.
    @Test func anItemWithAnotherSecretIsTaken() throws {
        let bus = try FakeBus()
        let session = try bus.open()
        try bus.store("present", ["user": "ann"], session: session)
        let other = ForeignItem(
            label: "a label",
            attributes: ["user": "ann"],
            secret: SecretBytes(utf8: "other"),
            contentType: "text/plain"
        )
        #expect(try bus.service.take([other]) == 1)
        #expect(try bus.search(["user": "ann"]).unlocked.count == 2)
    }

    @Test func aLockedKeychainTakesNone() throws {
        let bus = try FakeBus()
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
        let error = #expect(throws: KeychainError.self) { try bus.service.take([]) }
        #expect(error?.code == .locked)
    }

    @Test func answersOfTheProviderAreRead() throws {
        let properties: [BusValue] = [
            .list(
                of: "{sv}",
                [
                    .entry(.text("Label"), .variant(.text("a label"))),
                    .entry(.text("Attributes"), .variant(.dictionary(["user": "ann"]))),
                    .entry(.text("Created"), .variant(.number(1))),
                ]
            )
        ]
        let item = ForeignItem(properties: properties, secret: [.secret("s3cret", "/s")])
        #expect(item?.label == "a label")
        #expect(item?.attributes == ["user": "ann"])
        #expect(item?.secret.string() == "s3cret")
        #expect(ForeignItem(properties: [], secret: [.secret("s3cret", "/s")]) == nil)
        #expect(ForeignItem(properties: properties, secret: [.text("s3cret")]) == nil)
    }
}
