import KeeperRuns
import KeychainManager
import PortableKeychain
import Testing

/// Reading a password as the guide's first block does.
@Suite(.throughEachKeeper) struct KeychainItemStorableTests {
    private let item = KeychainItemStorable(service: "guide", account: "anna")

    @Test func readsText() throws {
        try Keychain.withCurrent(KeeperRun.reaching(.inMemory())) {
            try Keychain.current.set("s3cret", for: own)
            #expect(try item.readPassword() == "s3cret")
            try KeychainManager.shared.updateItem(
                with: "n3wer",
                ofClass: .generic,
                key: "anna",
                attributes: [kSecAttrService: "guide"]
            )
            #expect(try item.readPassword() == "\"n3wer\"")
        }
    }

    @Test func saysWhyThereIsNone() throws {
        try Keychain.withCurrent(KeeperRun.reaching(.inMemory())) {
            #expect(throws: KeychainItemStorable.Error.passwordNotFound) {
                try item.readPassword()
            }
            try Keychain.current.set(SecretBytes([0xFF, 0xFE]), for: own)
            #expect(throws: KeychainItemStorable.Error.invalidData) { try item.readPassword() }
        }
    }

    @Test func tellsOtherErrorsByTheirNumber() throws {
        var configuration = Keychain.Configuration()
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let keychain = try Keychain.inMemory(configuration)
        try keychain.set("s3cret", for: own)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        let locked = KeychainItemStorable(service: "guide", account: "anna", in: keychain)
        #expect(throws: KeychainItemStorable.Error.unknownError("-25308")) {
            try locked.readPassword()
        }
    }

    @Test func readsInAKeychainOfChoice() throws {
        let keychain = try Keychain.inMemory()
        try keychain.set("s3cret", for: own)
        let elsewhere = KeychainItemStorable(service: "guide", account: "anna", in: keychain)
        try Keychain.withCurrent(KeeperRun.reaching(.inMemory())) {
            let password = try elsewhere.readPassword()
            #expect(password == "s3cret")
            #expect(throws: KeychainItemStorable.Error.passwordNotFound) {
                try item.readPassword()
            }
        }
    }

    @Test func readsTheOldestOfSeveralGroups() throws {
        let keychain = try Keychain.inMemory(
            .init(applicationIdentifier: "app", accessGroups: ["team"])
        )
        try keychain.add("app's", for: own)
        try keychain.withAccessGroups(["team"]).add("team's", for: own)
        let several = KeychainItemStorable(service: "guide", account: "anna", in: keychain)
        #expect(try several.readPassword() == "app's")
    }

    private var own: GenericPassword { GenericPassword(service: "guide", account: "anna") }
}
