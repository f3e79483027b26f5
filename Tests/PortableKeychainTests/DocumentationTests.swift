import Crypto
import Foundation
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

/// The code of README.md and of the articles in Documentation.docc, as a reader would run it.
///
/// `DocumentTests` compares the lines. Where a document opens the user's default keychain, these
/// tests open one in memory.
@Suite struct DocumentationTests {
    struct Login: Codable {
        var token: String
        var expires: Date
    }

    let token = GenericPassword(service: "com.example.api", account: "ci", label: "CI token")

    @Test func readme() throws {
        let keychain = try Keychain.inMemory()
        let item = GenericPassword(service: "api", account: "ci")
        try keychain.set("s3cret", for: item)
        let token = try keychain.secret(for: item)?.string()
        #expect(token == "s3cret")

        func codeThatKeepsSecrets() throws {
            #expect(try !Keychain.current.contains(.genericPassword()))
            try Keychain.current.set("s3cret", for: GenericPassword(service: "api"))
        }
        try Keychain.withCurrent(.inMemory()) {
            try codeThatKeepsSecrets()
        }
    }

    /// In a process of its own, because it sets the default keychain.
    @Test func setsTheDefaultOfTheProcess() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            setenv("XDG_DATA_HOME", folder.path, 1)
            var configuration = Keychain.Configuration.fromEnvironment(
                accessGroups: ["com.example.shared"]
            )
            configuration.authenticator = TerminalAuthenticator()
            let item = GenericPassword(
                service: "a",
                account: "b",
                accessGroup: "com.example.shared"
            )
            #expect(throws: KeychainError.self) { try Keychain.current.set("s3cret", for: item) }
            try Keychain.setProcessDefault(.openOrCreate(configuration: configuration))
            try Keychain.current.set("s3cret", for: item)
            #expect(try Keychain.default.contains(.exactly(item)))
        }
    }

    @Test func storesAndFinds() throws {
        let keychain = try Keychain.inMemory()
        try keychain.set("s3cret", for: token)
        var text = ""
        if let secret = try keychain.secret(for: token) {
            secret.withUnsafeBytes { bytes in
                text = String(decoding: bytes, as: UTF8.self)
            }
        }
        #expect(text == "s3cret")
        try keychain.delete(token)
        #expect(try !keychain.contains(.exactly(token)))
    }

    @Test func keepsCodableValues() throws {
        let keychain = try Keychain.inMemory()
        let login = Login(token: "t0ken", expires: .now + 3600)
        try keychain.set(SecretBytes(json: login), for: token)
        let stored = try keychain.secret(for: token)?.decode(Login.self)
        #expect(stored?.token == login.token)
        #expect(stored?.expires == login.expires)
    }

    @Test func listsAndChanges() throws {
        let keychain = try Keychain.inMemory()
        try keychain.set("s3cret", for: token)
        let query: KeychainQuery = .genericPassword(service: "com.example.api", account: "ci")
        var printed: [String] = []
        func print(_ values: Any...) { printed = values.map { "\($0)" } }
        for item in try keychain.items(matching: .genericPassword(service: "com.example.api")) {
            print(item.account, item.label ?? "", item.modificationDate ?? "")
        }
        #expect(printed.prefix(2) == ["ci", "CI token"])
        let changed = try keychain.update(matching: query) {
            $0.label = "Old CI token"
            $0.setSecret("r0tated")
        }
        #expect(changed == 1)
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.update(matching: query) { $0.label = nil }
        }
        #expect(try keychain.secret(matching: query)?.string() == "r0tated")
        try keychain.add("0ther", for: GenericPassword(service: "com.example.api", account: "cd"))
        #expect(throws: KeychainError(.ambiguous)) {
            try keychain.secret(matching: .genericPassword(service: "com.example.api"))
        }
        let oldest = try keychain.first(matching: .genericPassword(service: "com.example.api"))
        #expect(oldest?.item.account == "ci")
        #expect(oldest?.secret.string() == "r0tated")
        try keychain.delete(matching: .genericPassword(service: "com.example.old"))
        try keychain.transaction { changes throws(KeychainError) in
            changes.set("n3w", for: token)
            try changes.delete(matching: .genericPassword(service: "com.example.old"))
        }
        #expect(try keychain.secret(for: token)?.string() == "n3w")
    }

    @Test func followsChangesInTasks() async throws {
        let keychain = try Keychain.inMemory()
        let token = token
        try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.set("s3cret", for: token)
        }
        let writer = Task {
            for number in 0... where !Task.isCancelled {
                try keychain.set("\(number)", for: token)
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        var printed: [String] = []
        func print(_ values: Any...) { printed = values.map { "\($0)" } }
        for try await change in keychain.changes(of: .genericPassword(service: "com.example.api")) {
            print(change.kind, change.item.account)
            break
        }
        writer.cancel()
        #expect(printed == ["updated", "ci"])
    }

    @Test func locks() throws {
        let keychain = try Keychain.inMemory(.quick)
        let passcode = SecretBytes(utf8: "correct horse")
        try keychain.set("s3cret", for: token)
        try keychain.setPasscode(passcode)
        try keychain.lock()
        #expect(throws: KeychainError(.locked)) { try keychain.secret(for: token) }
        try keychain.unlock(passcode: passcode, for: .seconds(900))
        #expect(try keychain.contains(.exactly(token)))
    }

    @Test func tellsFailuresApart() throws {
        let keychain = try Keychain.inMemory(.quick)
        var seen: [KeychainError.Code] = []
        func store() throws {
            do {
                try keychain.add("s3cret", for: token)
            } catch KeychainError.Code.duplicateItem {
                seen.append(.duplicateItem)
            } catch KeychainError.Code.locked {
                seen.append(.locked)
            } catch {
                throw error
            }
        }
        try store()
        try store()
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        try store()
        #expect(seen == [.duplicateItem, .locked])
        #expect(seen.map(\.isInaccessible) == [false, true])
    }

    @Test func storesKeys() throws {
        let keychain = try Keychain.inMemory()
        try keychain.keys.generate(.p256, for: KeyItem(tag: "com.example.server"))
        try keychain.keys.add(P256.Signing.PrivateKey(), for: KeyItem(tag: "com.example.signing"))
        let key = try keychain.keys.only(
            matching: .key(tag: "com.example.signing"),
            as: P256.Signing.PrivateKey.self
        )
        #expect(key != nil)
        let pem = try keychain.keys.only(matching: .key(tag: "com.example.server"))?.pem()
        #expect(pem != nil)
        try keychain.keys.generate(for: KeyItem(tag: "com.example.server"), storesPublicKey: true)
        #expect(throws: KeychainError(.ambiguous)) {
            try keychain.keys.only(matching: .key(tag: "com.example.server"))
        }
        #expect(try keychain.keys.first(matching: .key(tag: "com.example.server")) != nil)
        #expect(try keychain.keys.all(matching: .key(tag: "com.example.server")).count == 3)
        try keychain.delete(matching: .key(tag: "com.example.signing"))
        try keychain.keys.add(P256.Signing.PrivateKey(), for: KeyItem(tag: "com.example.signing"))
    }

    @Test func storesIdentities() throws {
        let der = try KnownIdentity.certificate().der
        let certificate = try X509Certificate(der: der)
        let own = try KnownIdentity.key()
        let key: P256.Signing.PrivateKey? = own
        let message = Array("hello".utf8)
        let keychain = try Keychain.inMemory()
        if let key {
            try keychain.identities.add(
                IdentityMaterial(certificate: certificate, privateKey: key),
                for: IdentityItem(tag: "com.example.server", label: "server.example")
            )
        }
        let query: KeychainQuery = .identity(label: "server.example").validOn()
        let identity = try keychain.identities.only(matching: query)
        #expect(identity?.certificate == certificate)
        if let identity = try keychain.identities.only(matching: query) {
            let signature = try identity.privateKey.sign(message, .ecdsa(.sha256))
            try own.keyMaterial.publicKey.verify(signature, of: message, .ecdsa(.sha256))
            let theirs = try identity.privateKey.converted(to: P256.Signing.PrivateKey.self)
            #expect(theirs.rawRepresentation == own.rawRepresentation)
        }
    }

    @Test func keepsChains() throws {
        let own = try KnownIdentity.material()
        let keychain = try Keychain.inMemory()
        func store(_ identity: IdentityMaterial, issuedBy issuers: [X509Certificate]) throws {
            try keychain.identities.add(identity, chain: issuers)
            let chain = try keychain.certificates.chain(of: identity.certificate)
            assert(chain == issuers)
        }
        try store(own, issuedBy: [own.certificate])
        #expect(try keychain.certificates.chain(of: own.certificate) == [own.certificate])
    }

    @Test func joinsIdentities() throws {
        let der = try KnownIdentity.certificate().der
        let keychain = try Keychain.inMemory()
        try keychain.keys.add(KnownIdentity.key(), for: KeyItem(tag: "com.example.server"))
        #expect(try keychain.identities.first(matching: .identity()) == nil)
        try keychain.certificates.add(X509Certificate(der: der))
        #expect(try keychain.identities.first(matching: .identity())?.certificate.der == der)
        // As Documentation/Doors.md has it.
        try keychain.keys.add(P256.Signing.PrivateKey(), for: KeyItem(tag: "com.example.server"))
    }

    @Test func refusesCertificates() throws {
        let keychain = try Keychain.inMemory()
        let certificate = try KnownIdentity.certificate()
        try keychain.certificates.add(certificate, for: CertificateItem(label: "Our root"))
        let roots = try keychain.certificates.all(matching: .certificate(label: "Our root"))
        #expect(roots == [certificate])
        let received: [X509Certificate] = []
        var printed: [String] = []
        func print(_ values: Any...) { printed = values.map { "\($0)" } }
        do {
            try certificate.evaluateTrust(
                for: .tlsServer(host: "www.example.org"),
                anchors: roots,
                intermediates: received
            )
        } catch {
            print(error.reason)
        }
        #expect(printed.first?.contains("server.example") == true)
    }

    /// A session as the articles on tests have it.
    struct Session {
        let keychain: Keychain

        func logIn(token: String) throws {
            try keychain.set(token, for: GenericPassword(service: "session"))
        }
    }

    @Test func storesTheToken() throws {
        let keychain = try Keychain.inMemory()
        try Session(keychain: keychain).logIn(token: "t0ken")
        #expect(try keychain.contains(.genericPassword(service: "session")))
    }

    @Test func logsOut() async throws {
        func logIn() async throws { try Session(keychain: .current).logIn(token: "t0ken") }
        func logOut() async throws {
            try Keychain.current.delete(matching: .genericPassword(service: "session"))
        }
        try await Keychain.withCurrent(.inMemory()) {
            try await logIn()
            try await logOut()
            #expect(try !Keychain.current.contains(.genericPassword(service: "session")))
        }
    }

    @Test func cannotReadWhileLocked() throws {
        let keychain = try Keychain.inMemory(.quick)
        try keychain.set("s3cret", for: GenericPassword(service: "api"))
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        #expect(throws: KeychainError(.locked)) {
            try keychain.secret(for: GenericPassword(service: "api"))
        }
    }

    @Test func reportsAFullDisk() throws {
        let memory = try Keychain.inMemory()
        let keychain = FailingKeeper(memory, failing: 1, with: KeychainError(.diskFull)).keychain
        #expect(throws: KeychainError(.diskFull)) {
            try keychain.add("s3cret", for: GenericPassword(service: "api"))
        }
    }

    @Test func writesAKeeper() throws {
        let memory = try Keychain.inMemory()
        let item = GenericPassword(service: "api")
        try memory.set("s3cret", for: item)
        let keychain = readOnly(memory)
        #expect(try keychain.secret(for: item)?.string() == "s3cret")
        #expect(throws: KeychainError(.readOnly)) { try keychain.set("new", for: item) }
    }

    @Test func opensByConfiguration() throws {
        let folder = NSTemporaryDirectory() + "documentation-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func opensOwn(_ original: Keychain.Configuration) throws {
            var configuration = original
            configuration.folder = folder
            let work = try Keychain.openOrCreate(.named("work"), configuration: configuration)
            #expect(try work.add("s3cret", for: token).accessGroup == "com.example.tool")
        }
        let configuration = Keychain.Configuration(applicationIdentifier: "com.example.tool")
        try opensOwn(configuration)
    }
}

struct ReadOnlyKeeper: ItemKeeper {
    let keeper: any ItemKeeper

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        guard case .copyMatching = request.verb else { throw KeychainError(.readOnly) }
        return try keeper.perform(request)
    }
}

func readOnly(_ keychain: Keychain) -> Keychain {
    Keychain(keeper: ReadOnlyKeeper(keeper: keychain))
}

extension Keychain.Configuration {
    /// A configuration with passcodes that cost next to nothing.
    static var quick: Self {
        var configuration = Self(applicationIdentifier: "app", accessGroups: [])
        // swift-format-ignore: NeverUseForceTry
        configuration.passcodeHashing = try! PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        return configuration
    }
}
