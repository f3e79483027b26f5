import KeychainTesting
import PortableKeychain
import Testing

@testable import KeychainSecretService

/// Several collections, of which one is damaged or locked.
@Suite struct SeveralCollectionTests {
    private let bus: FakeBus
    private let session: String

    /// The default keychain is followed by one that cannot be opened, and by one that can.
    init() throws {
        bus = try FakeBus()
        session = try bus.open()
        try bus.store("s3cret", ["user": "ann"], session: session)
        try bus.shelf.damage("m")
        try bus.shelf.keychain("z").setPasscode(MemoryShelf.passcode)
    }

    private func path(_ collection: String) -> String { FakeBus.root + "/collection/" + collection }

    /// The program would store a new secret over the one that it does not find.
    @Test func nothingFoundInADamagedOneIsAnError() throws {
        #expect(try bus.search(["user": "ann"]).unlocked.count == 1, "what is found is of use")
        let other = try bus.store("other", ["user": "cat"], in: path("z"), session: session)
        #expect(try bus.search(["user": "cat"]).unlocked == [other], "also behind it")
        let error = #expect(throws: BusFailure.self) { try bus.search(["user": "bob"]) }
        #expect(error?.name == "org.freedesktop.DBus.Error.Failed")
    }

    @Test func aDamagedOneKeepsNoOtherOneOpen() throws {
        #expect(try bus.property(path("z"), "Collection", "Locked")?.asFlag == false)
        _ = bus.heard()
        bus.lockAll()
        #expect(try bus.shelf.keychain("z").lockState == .locked)
        #expect(bus.heard() == ["Properties.PropertiesChanged", "Service.CollectionChanged"])
    }

    /// Two names that are equal strings in Swift, and two keychains.
    @Test func thoseThatLookAlikeAreTwo() throws {
        for name in ["caf\u{e9}", "cafe\u{301}"] {
            _ = try bus.shelf.keychain(name)
            let path = SecretPath.collection(name).text
            let stored = try bus.store("other", ["user": "dan"], in: path, session: session)
            #expect(stored.hasPrefix(path + "/"))
        }
        #expect(try bus.search(["user": "dan"]).unlocked.count == 2)
    }

    /// Several secrets at once are those that can be read; the others are left out.
    @Test func lockedOnesAreLeftOut() throws {
        let open = try #require(try bus.search(["user": "ann"]).unlocked.first)
        let locked = try bus.store("other", ["user": "cat"], in: path("z"), session: session)
        try bus.shelf.keychain("z").lock()
        let reply = try bus.call(
            FakeBus.root,
            "Service",
            "GetSecrets",
            [.paths([locked, open, path("m") + "/x"]), .path(session)]
        )
        #expect(reply.first?.elements?.count == 1)
    }

    /// One that is damaged keeps no other from being read.
    @Test func aDamagedOneIsLeftOut() throws {
        let faults = KeychainFaults()
        try bus.shelf.put(faults)
        bus.restart()
        let session = try bus.open()
        let damaged = try bus.store("damaged", ["user": "dan"], session: session)
        let sound = try bus.store("sound", ["user": "eve"], session: session)
        faults.damage(damaged)
        let reply = try bus.call(
            FakeBus.root,
            "Service",
            "GetSecrets",
            [.paths([damaged, sound]), .path(session)]
        )
        guard case .entry(.path(let path), _)? = reply.first?.elements?.first else {
            Issue.record("none is left")
            return
        }
        #expect(path == sound)
        #expect(reply.first?.elements?.count == 1)
    }

    @Test func lockingByOthersIsTold() throws {
        #expect(try bus.property(path("z"), "Collection", "Locked")?.asFlag == false)
        try bus.shelf.keychain("z").lock()
        _ = bus.heard()
        #expect(try bus.property(path("z"), "Collection", "Locked")?.asFlag == true)
        #expect(bus.heard() == ["Properties.PropertiesChanged", "Service.CollectionChanged"])
    }

    /// The end of the service must not leave a keychain unlocked that it would have locked.
    @Test func anUnlockedOneKeepsTheServiceBusy() throws {
        #expect(try bus.property(path("z"), "Collection", "Locked")?.asFlag == false)
        bus.service.clientLeft(":1.1")
        #expect(!bus.service.isIdle)
        bus.lockAll()
        #expect(bus.service.isIdle)
    }

    @Test func onlyThoseThatExistAreFound() throws {
        let error = #expect(throws: BusFailure.self) {
            try bus.property(path("y"), "Collection", "Locked")
        }
        #expect(error?.name == "org.freedesktop.Secret.Error.NoSuchObject")
        #expect(try bus.unlock([path("y") + "/x"]) == nil)
    }

    /// The default keychain is made again at its next use, another one is not.
    @Test(arguments: ["default", "y"]) func oneThatWasRemovedIsForgotten(_ name: String) throws {
        let faults = KeychainFaults()
        try bus.shelf.put(faults, on: name)
        bus.restart()
        let session = try bus.open()
        try bus.store("s3cret", ["user": "dan"], in: path(name), session: session)
        faults.remove()
        bus.shelf.forget(name)
        let body: [BusValue] = [.dictionary(["user": "dan"])]
        guard name == "default" else {
            let error = #expect(throws: BusFailure.self) {
                try bus.call(path(name), "Collection", "SearchItems", body)
            }
            #expect(error?.name == "org.freedesktop.Secret.Error.NoSuchObject")
            return
        }
        let found = try bus.call(path(name), "Collection", "SearchItems", body)
        #expect(found.first?.asPaths == [])
        try bus.store("again", ["user": "dan"], in: path(name), session: session)
    }

    /// Names of keychains are names of files, and those with a dot are the service's own.
    @Test(arguments: [
        ("my/work", "my-work"), (#"a\b"#, "a-b"), ("a\u{7F}b\n", "a-b-"), ("...z", "z-2"),
        ("", "keychain"),
    ])
    func newOnesGetGoodNames(_ label: String, _ name: String) throws {
        let reply = try bus.call(
            FakeBus.root,
            "Service",
            "CreateCollection",
            [
                .properties([("org.freedesktop.Secret.Collection.Label", .text(label))]), .text(""),
            ]
        )
        let prompt = try #require(reply.last?.asPath)
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        bus.user.reply([.secret("abcd")])
        bus.answerQuestions()
        #expect(try bus.shelf.keychain(name).hasPasscode)
        let shown = try bus.property(SecretPath.collection(name).text, "Collection", "Label")
        #expect(shown?.asText == (label.isEmpty ? name : label), "a label is more than a name")
    }
}
