import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A program that ignores the rules: all class keys are open to it, and the payload is not there.
@Suite struct EnvelopeTests {
    private static let payload = "the payload of an item"

    private func keychain(
        _ replies: [ScriptedAuthenticator.Reply] = [],
        passcode: String? = nil
    ) throws -> (Keychain, ScriptedAuthenticator) {
        let user = ScriptedAuthenticator(replies)
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        configuration.authenticator = user
        let keychain = try Keychain.inMemory(configuration)
        if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
        return (keychain, user)
    }

    private func add(
        _ constraints: AccessControl.Constraints,
        to keychain: Keychain,
        account: String = "a"
    ) throws(KeychainError) {
        let control = try AccessControl(.whenUnlocked, constraints: constraints)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [
                    .account: .string(account), .accessControl: .accessControl(control),
                ],
                secret: SecretBytes(utf8: Self.payload)
            )
        )
    }

    private func read(
        _ keychain: Keychain,
        returning: ReturnOptions = [.data],
        _ interaction: UserInteraction = .allowed
    ) throws(KeychainError) -> String? {
        var request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            returning: returning
        )
        request.interaction = interaction
        return try keychain.perform(request).items.first?.secret?
            .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// All payloads of the rows, opened with only the open class keys.
    private func stolen(_ keychain: Keychain) throws -> [[UInt8]] {
        let vault = try #require(keychain.vault)
        var found: [[UInt8]] = []
        var pattern = RowPattern(classCode: .genericPassword)
        pattern.wantsSecret = true
        try vault.search(pattern) { row throws(KeychainError) in
            guard case .open(let keys) = try row.availability() else { return true }
            try row.open(with: keys) { _, tag throws(KeychainError) in
                let secret = try row.secret(with: keys, tag: tag)
                found.append(secret?.withUnsafeBytes { Array($0) } ?? [])
            }
            return true
        }
        return found
    }

    private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    @Test func anUnconstrainedPayloadIsThereForAllKeys() throws {
        let (keychain, _) = try keychain(passcode: "p")
        try add([], to: keychain)
        #expect(try stolen(keychain).map { holds($0, Self.payload) } == [true])
    }

    @Test(arguments: [
        AccessControl.Constraints.userPresence, .devicePasscode, .biometryAny,
        .biometryCurrentSet, .companion, .applicationPassword,
        [.userPresence, .applicationPassword], [.devicePasscode, .biometryAny, .or],
    ])
    func aConstrainedPayloadIsNot(_ constraints: AccessControl.Constraints) throws {
        let asksPassword = constraints.contains(.applicationPassword)
        let asksUser = constraints != .applicationPassword
        // The new password, then what reading asks for: the user first.
        let replies: [ScriptedAuthenticator.Reply] =
            (asksPassword ? [.secret("own")] : []) + (asksUser ? [.secret("p")] : [])
            + (asksPassword ? [.secret("own")] : [])
        let (keychain, user) = try keychain(replies, passcode: "p")
        try add(constraints, to: keychain)
        #expect(try stolen(keychain).map { holds($0, Self.payload) } == [false])
        #expect(try read(keychain) == Self.payload)
        #expect(
            user.questions.map(\.kind)
                == (asksPassword ? [.newApplicationPassword] : [])
                + (asksUser ? [.passcode] : []) + (asksPassword ? [.applicationPassword] : [])
        )
    }

    @Test func theClassKeysDoNotGiveTheKeyOfThePresence() throws {
        let (keychain, _) = try keychain(passcode: "p")
        let keys = try #require(keychain.vault).freshKeys()
        #expect(keys.isUnlocked)
        #expect(throws: KeychainError(.authenticationRequired)) {
            _ = try keys.presence(passcode: nil)
        }
        #expect(throws: KeychainError(.authenticationFailed)) {
            _ = try keys.presence(passcode: SecretBytes(utf8: "q"))
        }
    }

    @Test func passcodesComeAndGoAroundASealedItem() throws {
        let (keychain, user) = try keychain([.confirmed, .secret("p"), .secret("q"), .confirmed])
        try add(.userPresence, to: keychain)
        #expect(try read(keychain) == Self.payload)
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        #expect(try read(keychain) == Self.payload)
        try keychain.changePasscode(from: SecretBytes(utf8: "p"), to: SecretBytes(utf8: "q"))
        #expect(try read(keychain) == Self.payload)
        try keychain.removePasscode(SecretBytes(utf8: "q"))
        #expect(try read(keychain) == Self.payload)
        #expect(user.questions.map(\.kind) == [.presence, .passcode, .passcode, .presence])
    }

    @Test func anEnvelopeInAnotherItemsPlaceDoesNotOpen() throws {
        let place = Envelope.Place(
            keychain: KeychainEntropy.system.bytes(16),
            identifier: KeychainEntropy.system.bytes(16),
            classCode: .genericPassword
        )
        let password = SecretBytes(utf8: "own")
        let sealed = try Envelope.seal(
            SecretBytes(utf8: Self.payload),
            .password,
            at: place,
            presence: nil,
            password: PasswordDerivation(
                password: password,
                salt: KeychainEntropy.system.bytes(32),
                hashing: LockingTests.cheap
            ).key(),
            entropy: .system
        )
        func opens(_ place: Envelope.Place, _ password: SecretBytes) -> Bool {
            let key = try? Envelope.derivation(of: password, in: sealed, .password).key()
            let proofs = Envelope.Proofs(presence: nil, password: key)
            return (try? Envelope.open(sealed, .password, at: place, with: proofs)) != nil
        }
        #expect(opens(place, password))
        #expect(!opens(place, SecretBytes(utf8: "owN")))
        for other in [
            Envelope.Place(
                keychain: Array(place.keychain.reversed()),
                identifier: place.identifier,
                classCode: place.classCode
            ),
            Envelope.Place(
                keychain: place.keychain,
                identifier: Array(place.identifier.reversed()),
                classCode: place.classCode
            ),
            Envelope.Place(
                keychain: place.keychain,
                identifier: place.identifier,
                classCode: .internetPassword
            ),
        ] {
            #expect(!opens(other, password))
        }
    }

    /// The empty password is a wrong one, and not a mistake of the program.
    @Test func theEmptyPasswordIsWrong() throws {
        let (keychain, _) = try keychain([.secret("own"), .secret(""), .secret(""), .secret("")])
        try add(.applicationPassword, to: keychain)
        #expect(code { _ = try read(keychain) } == .authenticationFailed)
    }

    private static let forTwo: [(name: String, replies: [String], perform: Perform)] = [
        (
            "one after the other", ["one", "two"],
            { keychain throws(KeychainError) in
                _ = try keychain.perform(Self.find("a"))
                return try keychain.perform(Self.find("b")).count
            }
        ),
        (
            "again and again", ["one", "two"],
            { keychain throws(KeychainError) in
                for account in ["a", "b", "a", "b"] {
                    _ = try keychain.perform(Self.find(account))
                }
                return 1
            }
        ),
        (
            "both together", ["one", "wrong", "wrong", "two"],
            { keychain throws(KeychainError) in
                try keychain.perform(Self.find(nil)).count - 1
            }
        ),
        (
            "in one change", ["one", "two"],
            { keychain throws(KeychainError) in
                let changes = ItemChanges(secret: SecretBytes(utf8: Self.payload))
                let update = ItemRequest(.update(changes), itemClass: .genericPassword)
                _ = try keychain.perform(update)
                return 1
            }
        ),
    ]

    typealias Perform = @Sendable (Keychain) throws(KeychainError) -> Int

    private static func find(_ account: String?) -> ItemRequest {
        var request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            limit: account == nil ? .all : .one,
            returning: [.data]
        )
        if let account { request.attributes[.account] = .string(account) }
        return request
    }

    /// Two items with different passwords under one context: the user is asked for both, once each,
    /// and each keeps its own.
    @Test(arguments: forTwo.map(\.name))
    func asksForThePasswordOfEachItem(_ name: String) throws {
        let row = try #require(Self.forTwo.first { $0.name == name })
        let (keychain, user) = try keychain()
        for (account, password) in [("a", "one"), ("b", "two")] {
            let context = AuthenticationContext()
            context.setCredential(SecretBytes(utf8: password), for: .applicationPassword)
            try add(
                .applicationPassword,
                to: keychain.authenticating(with: context),
                account: account
            )
        }
        user.reply(row.replies.map { .secret($0) })
        #expect(try row.perform(keychain.authenticating(with: AuthenticationContext())) == 1)
        #expect(user.questions.count == row.replies.count)
        #expect(
            user.questions.map(\.failedAttempts)
                == (row.replies.count == 2 ? [0, 0] : [0, 0, 1, 2])
        )
        for (account, password) in [("a", "one"), ("b", "two")] {
            let context = AuthenticationContext()
            context.setCredential(SecretBytes(utf8: password), for: .applicationPassword)
            let found = try keychain.authenticating(with: context).perform(Self.find(account))
            #expect(found.items.first?.secret?.array == Array(Self.payload.utf8))
        }
        // A password that the program gave is the program's to correct.
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "one"), for: .applicationPassword)
        #expect(throws: KeychainError(.authenticationFailed)) {
            _ = try keychain.authenticating(with: context).perform(Self.find("b"))
        }
    }

    @Test(arguments: [ReturnOptions.data, .attributes, .persistentReference, []])
    func everyRequestedPartRequiresAuthentication(_ returning: ReturnOptions) throws {
        let (keychain, user) = try keychain([.canceled], passcode: "p")
        try add(.userPresence, to: keychain)
        for (interaction, code) in [
            (UserInteraction.forbidden, KeychainError.Code.authenticationRequired),
            (.skip, .itemNotFound), (.allowed, .userCanceled),
        ] {
            #expect(throws: KeychainError(code)) {
                _ = try read(keychain, returning: returning, interaction)
            }
        }
        #expect(user.questions.count == 1)
    }

    @Test func threeWrongAnswersAreTheLast() throws {
        let wrong = [ScriptedAuthenticator.Reply.secret("1"), .secret("2"), .secret("3")]
        let (keychain, user) = try keychain(wrong + [.secret("4"), .secret("p")], passcode: "p")
        try add(.userPresence, to: keychain)
        #expect(throws: KeychainError(.authenticationFailed)) { _ = try read(keychain) }
        #expect(user.questions.map(\.failedAttempts) == [0, 1, 2])
        #expect(try read(keychain) == Self.payload)
    }

    @Test func threeWrongPasswordsOfAnItemAreTheLast() throws {
        let (keychain, user) = try keychain()
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "own"), for: .applicationPassword)
        try add(
            .applicationPassword,
            to: keychain.authenticating(with: context),
            account: "a"
        )
        user.reply([.secret("1"), .secret("2"), .secret("3"), .secret("own")])
        let asking = keychain.authenticating(with: AuthenticationContext())
        #expect(throws: KeychainError(.authenticationFailed)) {
            _ = try asking.perform(Self.find("a"))
        }
        #expect(user.questions.map(\.failedAttempts) == [0, 1, 2])
    }

    @Test func oneProofServesAllRowsAndAContextManyRequests() throws {
        let (keychain, user) = try keychain([.secret("p")], passcode: "p")
        for account in ["a", "b", "c"] {
            try add(.userPresence, to: keychain, account: account)
        }
        let context = AuthenticationContext()
        let proven = keychain.authenticating(with: context)
        var all = ItemRequest(.copyMatching, itemClass: .genericPassword, returning: [.data])
        all.limit = .all
        #expect(try proven.perform(all).count == 3)
        #expect(try read(proven.withAccessGroups(["app"]), .forbidden) == Self.payload)
        #expect(user.questions.count == 1)
        context.invalidate()
        #expect(throws: KeychainError(.authenticationRequired)) { _ = try read(proven) }
        #expect(user.questions.count == 1)
    }

    /// A keychain that carries a context can carry another, and is the same keychain still.
    @Test func aNewContextTakesThePlaceOfTheOld() throws {
        let (keychain, user) = try keychain()
        let context = AuthenticationContext()
        let twice = keychain.authenticating(with: AuthenticationContext())
            .authenticating(with: context)
        try keychain.canAuthenticate([], in: context)
        try twice.canAuthenticate([], in: context)
        context.setCredential(SecretBytes(utf8: "own"), for: .applicationPassword)
        try add(.applicationPassword, to: twice)
        #expect(try read(twice) == Self.payload)
        let pair = ["b", "c"].map {
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [.account: .string($0)]
            )
        }
        #expect(throws: KeychainError(.duplicateItem)) { try twice.performTogether(pair + pair) }
        #expect(
            try keychain.items(matching: KeychainQuery<GenericPassword>.all.interaction(.skip))
                .isEmpty
        )
        #expect(user.questions.isEmpty)
    }

    @Test func aPasswordInTheContextIsEnoughWithoutAsking() throws {
        let (keychain, user) = try keychain()
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "own"), for: .applicationPassword)
        context.interactionNotAllowed = true
        let proven = keychain.authenticating(with: context)
        try add(.applicationPassword, to: proven)
        #expect(try read(proven, .forbidden) == Self.payload)
        context.setCredential(SecretBytes(utf8: "other"), for: .applicationPassword)
        #expect(throws: KeychainError(.authenticationFailed)) { _ = try read(proven) }
        #expect(user.questions.isEmpty)
    }

    @Test func updatesSealAgainAndDeletionsNeverPrompt() throws {
        let (keychain, user) = try keychain([.secret("p"), .secret("p")], passcode: "p")
        try add([], to: keychain)
        func update(_ changes: ItemAttributes) throws {
            var change = ItemChanges()
            change.attributes = changes
            _ = try keychain.perform(
                ItemRequest(.update(change), itemClass: .genericPassword)
            )
        }
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        try update([.accessControl: .accessControl(control)])
        #expect(try stolen(keychain).map { holds($0, Self.payload) } == [false])
        try update([.label: .string("l")])
        #expect(try stolen(keychain).map { holds($0, Self.payload) } == [false])
        let free = try AccessControl(.whenUnlocked, constraints: [])
        try update([.accessControl: .accessControl(free)])
        #expect(try stolen(keychain).map { holds($0, Self.payload) } == [true])
        try update([.accessControl: .accessControl(control)])
        _ = try keychain.perform(ItemRequest(.delete, itemClass: .genericPassword))
        #expect(try stolen(keychain).isEmpty)
        #expect(user.questions.count == 2)
    }
}
