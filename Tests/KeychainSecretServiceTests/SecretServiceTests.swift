import ForeignCrypto
import KeychainSecretService
import KeychainTesting
import PortableKeychain
import Testing

@Suite struct SecretServiceTests {
    private let bus: FakeBus
    private let session: String

    init() throws {
        bus = try FakeBus()
        session = try bus.open()
    }

    // MARK: Items

    @Test(
        arguments: [
            ([:], ["a", "b", "c"]),
            (["user": "ann"], ["a", "b"]),
            (["user": "ann", "host": "x"], ["a"]),
            (["user": "ann", "host": "z"], []),
            (["user": "Ann"], []),
            (["use": "rann"], []),
        ] as [(SearchAttributes, [String])]
    )
    func searchFindsBySubset(_ wanted: SearchAttributes, _ expected: [String]) throws {
        try bus.store("a", ["user": "ann", "host": "x"], session: session)
        try bus.store("b", ["user": "ann", "host": "y"], session: session)
        try bus.store("c", ["user": "bob"], session: session)
        let found = try bus.search(wanted)
        #expect(found.locked == [])
        #expect(try found.unlocked.map { try bus.read($0, session: session) } == expected)
    }

    @Test func replacingKeepsTheItem() throws {
        let path = try bus.store("old", ["user": "ann"], session: session)
        #expect(try bus.store("new", ["user": "ann"], label: "b", session: session) == path)
        #expect(try bus.read(path, session: session) == "new")
        #expect(try bus.property(path, "Item", "Label")?.asText == "b")
        let more = try bus.store("two", ["user": "ann"], replaces: false, session: session)
        #expect(more == path + "_5f2")
        #expect(try bus.search(["user": "ann"]).unlocked == [path, more])
    }

    /// Processes that store items with the same attributes at one moment count from the same number.
    @Test func othersThatStoreTheSameFirstKeepNoItemAway() throws {
        let faults = KeychainFaults()
        try bus.shelf.put(faults)
        try bus.store("a", ["user": "ann"], session: session)
        faults.addRival()
        try bus.store("b", ["user": "ann"], replaces: false, session: session)
        #expect(try bus.search(["user": "ann"]).unlocked.count == 3)
    }

    @Test func deletedItemIsGone() throws {
        let path = try bus.store("a", ["user": "ann"], session: session)
        #expect(try bus.call(path, "Item", "Delete").first?.asPath == "/")
        #expect(try bus.search([:]).unlocked == [])
        #expect(throws: BusFailure.self) { try bus.read(path, session: session) }
        let all = try bus.shelf.keychain().withAccessGroups(["*"])
        #expect(try all.items(matching: .genericPassword()).count == 1, "the index's key")
    }

    @Test func changesOfOtherProcessesAreFound() throws {
        let path = try bus.store("a", ["user": "ann"], session: session)
        let other = SecretService(bus.shelf.shelf, authenticator: bus.user)
        let call = BusCall(
            sender: ":2.1",
            path: path,
            interface: "org.freedesktop.Secret.Item",
            member: "Delete"
        )
        _ = try other.answer(call).reply.get()
        #expect(try bus.search([:]).unlocked == [])
    }

    @Test func labelAndAttributesCanBeSet() throws {
        let path = try bus.store("a", ["user": "ann"], session: session)
        func set(_ name: String, _ value: BusValue) throws {
            let body: [BusValue] = [
                .text("org.freedesktop.Secret.Item"), .text(name), .variant(value),
            ]
            _ = try bus.call(path, "org.freedesktop.DBus.Properties", "Set", body)
        }
        try set("Label", .text("new"))
        try set("Attributes", .dictionary(["user": "bob"]))
        #expect(try bus.property(path, "Item", "Label")?.asText == "new")
        #expect(try bus.property(path, "Item", "Attributes")?.asDictionary == ["user": "bob"])
        #expect(try bus.search(["user": "bob"]).unlocked == [path])
        #expect(try bus.search(["user": "ann"]).unlocked == [])
        #expect(throws: BusFailure.self) { try set("Locked", .flag(true)) }
        #expect(throws: BusFailure.self) { try set("Label", .flag(true)) }
    }

    @Test func theReplyComesBeforeShortSignals() throws {
        _ = bus.heard()
        try bus.store("a", ["user": "ann"], session: session)
        #expect(bus.heard() == ["Collection.ItemCreated", "Properties.PropertiesChanged"])
        try bus.store("b", ["user": "ann"], session: session)
        #expect(bus.heard() == ["Properties.PropertiesChanged", "Collection.ItemChanged"])
    }

    /// libsecret crashes where a signal says that a list is no longer right, and has no new one.
    @Test func changesHaveTheirValues() throws {
        let collection = try #require(
            try bus.call(FakeBus.root, "Service", "ReadAlias", [.text("default")]).first?.asPath
        )
        _ = bus.changes()
        let path = try bus.store("a", ["user": "ann"], session: session)
        #expect(bus.changes() == [collection + " Items"])
        try bus.store("b", ["user": "ann"], session: session)
        #expect(bus.changes() == [path + " Locked Attributes Label Created Modified"])
        _ = try bus.call(path, "Item", "SetSecret", [.secret("c", session)])
        #expect(bus.changes() == [path + " Locked Attributes Label Created Modified"])
        _ = try bus.call(path, "Item", "Delete")
        #expect(bus.changes() == [collection + " Items"])
    }

    /// A long list would be sent again for each of many items.
    @Test func aLongListIsNotSent() throws {
        bus.service.longestList = 1
        try bus.store("a", ["user": "ann"], session: session)
        #expect(bus.changes().count == 1)
        try bus.store("b", ["user": "bob"], session: session)
        #expect(bus.heard() == ["Collection.ItemCreated"])
    }

    /// The list of a signal has all items: programs keep it.
    @Test func aSignalListsAllItems() throws {
        let paths = try ["ann", "bob"].map {
            try bus.store("a", ["user": $0], session: session)
        }
        let lists = bus.signals.filter { $0.member == "PropertiesChanged" }.compactMap { signal in
            signal.body[1].elements?.first
        }
        guard case .entry(.text("Items"), .variant(let last))? = lists.last else {
            Issue.record("there is no list")
            return
        }
        #expect(last.asPaths.map(Set.init) == Set(paths))
    }

    @Test func sessionCollectionEndsWithTheService() throws {
        let collection = FakeBus.root + "/aliases/session"
        let path = try bus.store("a", ["user": "ann"], in: collection, session: session)
        #expect(try bus.read(path, session: session) == "a")
        #expect(!bus.service.isIdle)
        bus.restart()
        #expect(try bus.search([:]).unlocked == [])
    }

    @Test func labelOfACollectionIsKept() throws {
        let collection = FakeBus.aliasOfDefault
        #expect(try bus.property(collection, "Collection", "Label")?.asText == "Default keychain")
        _ = try bus.call(
            collection,
            "org.freedesktop.DBus.Properties",
            "Set",
            [
                .text("org.freedesktop.Secret.Collection"), .text("Label"), .variant(.text("mine")),
            ]
        )
        bus.restart()
        #expect(try bus.property(collection, "Collection", "Label")?.asText == "mine")
        #expect(try bus.search([:]).unlocked == [])
    }

    /// libsecret finds no password in text of another type than `text/plain`.
    @Test(
        arguments: [
            ("text/plain", [0x61], "text/plain"),
            ("text/plain; charset=utf8", [0xC3, 0xA4], "text/plain"),
            ("text/plain;charset=utf-8", [0x61], "text/plain"),
            ("Text/HTML", [0x61], "text/plain"),
            ("application/json", [0x7B, 0x7D], "text/plain"),
            ("application/json; charset=utf-8", [0x7B, 0x7D], "text/plain"),
            ("", [0x61], "text/plain"),
            ("", [0xFF], "application/octet-stream"),
            ("text/plain; charset=latin1", [0xE4], "text/plain; charset=latin1"),
            ("application/octet-stream", [0x61], "application/octet-stream"),
            ("image/png", [0x61], "image/png"),
        ] as [(String, [UInt8], String)]
    )
    func textIsPlainTextForPrograms(_ stored: String, _ bytes: [UInt8], _ seen: String) throws {
        let path = try bus.store("x", ["user": "ann"], session: session)
        let secret = BusValue.group([
            .path(session), .bytes(SecretBytes([UInt8]())), .bytes(SecretBytes(bytes)),
            .text(stored),
        ])
        _ = try bus.call(path, "Item", "SetSecret", [secret])
        let reply = try bus.call(path, "Item", "GetSecret", [.path(session)])
        guard case .group(let parts) = reply.first else { throw KeychainError(.itemNotFound) }
        #expect(parts.last?.asText == seen)
        let wanted: [BusValue] = [.list(of: "o", [.path(path)]), .path(session)]
        let together = try bus.call(FakeBus.root, "Service", "GetSecrets", wanted)
        guard case .list(_, let entries) = together.first,
            case .entry(_, .group(let same)) = entries.first
        else { throw KeychainError(.itemNotFound) }
        #expect(same.last?.asText == seen)
        let kept = try bus.service.storedItems().items.map(\.contentType)
        #expect(kept == [stored], "moving out gives it back")
    }

    // MARK: Sessions

    @Test(.enabled(if: OakleyAgreement() != nil, "the system has no OpenSSL 3"))
    func secretsAreEncrypted() throws {
        let ours = try #require(OakleyAgreement())
        let body: [BusValue] = [
            .text("dh-ietf1024-sha256-aes128-cbc-pkcs7"),
            .variant(.bytes(SecretBytes(ours.publicValue))),
        ]
        let reply = try bus.call(FakeBus.root, "Service", "OpenSession", body)
        guard case .variant(.bytes(let theirs)) = reply.first else {
            throw KeychainError(.itemNotFound)
        }
        let cipher = try #require(
            ours.sessionCipher(with: theirs.withUnsafeBytes { Array($0) })
        )
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        let encrypted = try #require(reply.last?.asPath)
        let secret = try bus.call(path, "Item", "GetSecret", [.path(encrypted)])
        guard case .group(let parts) = secret.first, case .bytes(let vector) = parts[1],
            case .bytes(let value) = parts[2]
        else { throw KeychainError(.itemNotFound) }
        let opened = cipher.open(
            value.withUnsafeBytes { Array($0) },
            vector: vector.withUnsafeBytes { Array($0) }
        )
        #expect(opened?.string() == "s3cret")
        #expect(throws: BusFailure.self, "not encrypted at all") {
            try bus.call(path, "Item", "SetSecret", [.secret("plain", encrypted)])
        }
    }

    @Test func sessionsBelongToTheirProgram() throws {
        let path = try bus.store("a", ["user": "ann"], session: session)
        func read(from sender: String) throws {
            _ = try bus.call(path, "Item", "GetSecret", [.path(session)], from: sender)
        }
        try read(from: ":1.1")
        #expect(throws: BusFailure.self) { try read(from: ":1.2") }
        bus.service.clientLeft(":1.1")
        #expect(throws: BusFailure.self) { try read(from: ":1.1") }
        #expect(bus.service.isIdle)
    }

    @Test(arguments: ["", "rot13", "dh-ietf4096-sha512-aes256-cbc-pkcs7"])
    func unknownAlgorithmIsNotSupported(_ name: String) {
        let error = #expect(throws: BusFailure.self) {
            try bus.call(
                FakeBus.root,
                "Service",
                "OpenSession",
                [
                    .text(name), .variant(.text("")),
                ]
            )
        }
        #expect(error?.name == "org.freedesktop.DBus.Error.NotSupported")
    }

    // MARK: Objects

    @Test(arguments: [
        ("default", true), ("login", true), ("session", true), ("other", false), ("", false),
    ])
    func aliasesAreWholeCollections(_ alias: String, _ exists: Bool) throws {
        let reply = try bus.call(FakeBus.root, "Service", "ReadAlias", [.text(alias)])
        #expect((reply.first?.asPath != "/") == exists)
        guard exists else { return }
        let path = FakeBus.root + "/aliases/" + alias
        #expect(try bus.property(path, "Collection", "Locked")?.asFlag == false)
        let found = try bus.call(path, "Collection", "SearchItems", [.dictionary([:])])
        #expect(found.first?.asPaths == [])
    }

    /// Programs know these two paths from gnome-keyring.
    @Test(arguments: [("login", "default"), ("session", "_2esession")])
    func aliasesArePathsOfCollectionsToo(_ name: String, _ own: String) throws {
        let path = FakeBus.root + "/collection/" + name
        let item = try bus.store("a", ["user": "ann"], in: path, session: session)
        #expect(item.hasPrefix("\(FakeBus.root)/collection/\(own)/"))
        #expect(try bus.property(path, "Collection", "Locked")?.asFlag == false)
        let body = [BusValue.list(of: "o", [.path(path)])]
        let reply = try bus.call(FakeBus.root, "Service", "Unlock", body)
        #expect(reply.first?.asPaths == [path])
        _ = try bus.shelf.keychain(name)
        let other = try bus.store("b", ["user": "bob"], in: path, session: session)
        #expect(other.hasPrefix(path + "/"), "a keychain with this name is the one that is meant")
    }

    @Test(arguments: [
        ("", "Service", "Nothing", "org.freedesktop.DBus.Error.UnknownMethod"),
        ("", "Service", "SearchItems", "org.freedesktop.DBus.Error.UnknownMethod"),
        ("/collection/none", "Collection", "Delete", "org.freedesktop.DBus.Error.NotSupported"),
        ("/collection/default/none", "Item", "Delete", "org.freedesktop.Secret.Error.NoSuchObject"),
        ("/aliases/none", "Collection", "Delete", "org.freedesktop.Secret.Error.NoSuchObject"),
        ("/session/s9", "Session", "Close", "org.freedesktop.Secret.Error.NoSession"),
        ("/prompt/p9", "Prompt", "Dismiss", "org.freedesktop.Secret.Error.NoSuchObject"),
        ("/collection/_", "Item", "Delete", "org.freedesktop.DBus.Error.UnknownMethod"),
        (
            "/collection/_64efault", "Collection", "Delete",
            "org.freedesktop.Secret.Error.NoSuchObject"
        ),
        ("/collection/_4", "Item", "Delete", "org.freedesktop.Secret.Error.NoSuchObject"),
        ("x", "Service", "Lock", "org.freedesktop.Secret.Error.NoSuchObject"),
    ])
    func wrongCallsHaveTheirNames(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ name: String
    ) throws {
        let error = #expect(throws: BusFailure.self) {
            try bus.call(FakeBus.root + path, interface, member)
        }
        #expect(error?.name == name)
    }

    @Test func objectsDescribeThemselves() throws {
        let name = "org.freedesktop.DBus.Introspectable"
        for path in ["", "/collection/default", "/aliases/default"] {
            let reply = try bus.call(FakeBus.root + path, name, "Introspect")
            #expect(reply.first?.asText?.contains("<interface name=\"org.freedesktop.Sec") == true)
        }
    }
}
