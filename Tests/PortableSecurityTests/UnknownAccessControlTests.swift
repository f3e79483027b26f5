import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Access controls for which functions have no object, and objects that cannot be read, as those of
/// Apple's: nothing is ever stored without the protection that was asked for.
@Suite struct UnknownAccessControlTests {
    private let behind: Keychain
    /// A context with a proof, so that the tests can look at guarded items.
    private let proofs = AuthenticationContext()
    private let guarded: GenericPassword
    private var query: KeychainQuery<GenericPassword> { .genericPassword(service: "s") }

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        proofs.setCredential(SecretBytes(utf8: "1234"), for: .passcode)
        behind = try .inMemory(configuration)
        try behind.setPasscode(SecretBytes(utf8: "1234"))
        var item = GenericPassword(service: "s")
        item.accessControl = .userPresence()
        guarded = item
    }

    private func keychain(
        _ change: (inout SecItemFunctions) -> Void
    ) -> Keychain {
        var functions = SecItemFunctions.door(on: behind.keeper)
        change(&functions)
        return Keychain(keeper: SecItemKeeper(functions))
    }

    private func storedControl() throws -> AccessControl? {
        try behind.authenticating(with: proofs).items(matching: query).first?.accessControl
    }

    @Test func storesNothingWithoutIt() throws {
        let keychain = keychain { $0.makeAccessControl = { _ in nil } }
        #expect(throws: KeychainError(.unimplemented)) { try keychain.add("1", for: guarded) }
        #expect(throws: KeychainError(.unimplemented)) { try keychain.set("1", for: guarded) }
        #expect(try behind.items(matching: query).isEmpty)
        // Nor does an update take it away.
        try behind.add("1", for: guarded)
        #expect(throws: KeychainError(.unimplemented)) { try keychain.set("2", for: guarded) }
        #expect(try storedControl() == guarded.accessControl)
        // An accessibility needs no object.
        var free = GenericPassword(service: "free")
        free.accessControl = AccessControl(.afterFirstUnlock)
        try keychain.add("1", for: free)
        #expect(
            try behind.items(matching: .genericPassword(service: "free")).first?.accessibility
                == .afterFirstUnlock
        )
    }

    /// A deletion is not taken back, because the item would be added without the access control.
    @Test func restoresNothingWithoutIt() throws {
        let keychain = keychain { $0.readAccessControl = { _ in nil } }
        try behind.add("1", for: guarded)
        let error = #expect(throws: KeychainError(.authenticationRequired)) {
            try keychain.authenticating(with: proofs).transaction { changes throws(KeychainError) in
                try changes.delete(matching: query)
                changes.add("2", for: GenericPassword(service: "other"))
            }
        }
        #expect(error?.operation == .delete)
        #expect(try storedControl() == guarded.accessControl)
        // An item that can be read without proofs can be restored.
        try behind.add("1", for: GenericPassword(service: "free"))
        try keychain.transaction { changes throws(KeychainError) in
            try changes.delete(matching: .genericPassword(service: "free"))
            changes.add("2", for: GenericPassword(service: "other"))
        }
        #expect(try behind.contains(.genericPassword(service: "other")))
    }

    /// A context without an object still forbids to ask the user.
    @Test(arguments: [true, false])
    func asksNobodyForAGivenUpContext(isInvalidated: Bool) throws {
        let keychain = keychain { $0.makeContext = { _ in nil } }
        let context = AuthenticationContext()
        if isInvalidated { context.invalidate() } else { context.interactionNotAllowed = true }
        try behind.add("1", for: guarded)
        #expect(throws: KeychainError(.interactionNotAllowed)) {
            try keychain.authenticating(with: context).secret(matching: query)
        }
    }
}
