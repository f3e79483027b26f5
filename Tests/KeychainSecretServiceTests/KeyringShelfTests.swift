import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainSecretService

/// Keychains for the keyrings of another provider.
@Suite struct KeyringShelfTests {
    private let bus: FakeBus
    private var shelf: KeychainShelf { bus.shelf.shelf }

    init() throws { bus = try FakeBus() }

    private func keyring(_ label: String, _ object: String = "/b") -> ForeignKeyring {
        ForeignKeyring(object: object, protection: .none, label: label)
    }

    @Test func isServedByItsLabel() throws {
        let made = try shelf.makeKeychain(for: keyring("At/work"), nil)
        #expect(made.name == "At-work")
        let path = SecretPath.collection(made.name).text
        #expect(try bus.property(path, "Collection", "Label")?.asText == "At/work")
        #expect(try made.keychain.hasPasscode == false)
    }

    /// It is found again by its keyring, also under another label and while it is locked.
    @Test func isFoundByItsKeyring() throws {
        let made = try shelf.makeKeychain(for: keyring("W"), MemoryShelf.passcode)
        #expect(try made.keychain.lockState == .unlocked)
        try made.keychain.lock()
        #expect(shelf.keychain(from: "/b")?.name == "W")
        #expect(shelf.keychain(from: "/B") == nil)
        #expect(shelf.keychainsFromKeyrings().map(\.origin) == ["/b"])
    }

    /// The one that had the items of the default keyring, after its user has chosen another one.
    @Test func theFormerDefaultOneIsKnown() throws {
        var shelf = shelf
        _ = try bus.shelf.keychain()
        #expect(try shelf.formerStandard() == nil, "it still is the default one")
        _ = try shelf.makeKeychain(for: keyring("W"), nil)
        shelf.standard = { "W" }
        #expect(try shelf.formerStandard()?.name == "default")
        bus.shelf.forget()
        #expect(try shelf.formerStandard() == nil, "there is none")
    }

    /// One that cannot be opened belongs to no keyring.
    @Test func aDamagedOneIsPassedOver() throws {
        try bus.shelf.damage("m")
        _ = try shelf.makeKeychain(for: keyring("z"), nil)
        #expect(shelf.keychain(from: "/b")?.name == "z")
        #expect(try shelf.name(for: keyring("m")) == "m-2")
    }

    /// A keychain with the name of the label is used only if it is empty, and only the device key opens it.
    @Test(
        arguments: [
            ("nothing", "W"), ("item", "W-2"), ("index", "W-2"), ("passcode", "W-2"),
            ("keyring", "W-2"),
        ]
    )
    func anEmptyOneIsUsed(_ content: String, _ name: String) throws {
        let present = try bus.shelf.keychain("W")
        switch content {
        case "item": try present.set("x", for: GenericPassword(service: "a", account: "b"))
        case "index":
            _ = try present.withAccessGroups(ItemGroups.all)
                .performTogether([ItemGroups.labelStep("mine")] as [ItemStep])
        case "passcode": try present.setPasscode(MemoryShelf.passcode)
        case "keyring": #expect(try shelf.makeKeychain(for: keyring("W", "/c"), nil).name == "W")
        default: break
        }
        let made = try shelf.makeKeychain(for: keyring("W"), MemoryShelf.passcode)
        #expect(made.name == name)
        #expect(try made.keychain.hasPasscode)
    }

    /// The default keychain belongs to its user, also before it was used.
    @Test func theDefaultOneIsNotUsed() throws {
        #expect(try shelf.name(for: keyring("default")) == "default-2")
    }

    @Test func theKeyringOfAnItemIsAboveIt() {
        #expect(ForeignKeyring.object(above: "/a/b/c") == "/a/b")
        #expect(ForeignKeyring.object(above: "c") == nil)
    }
}
