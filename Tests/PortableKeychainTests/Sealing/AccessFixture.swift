import Foundation
import KeychainTesting
import SealedStore
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A keychain in a folder of its own, with the items that its ways in must open or not.
struct AccessFixture {
    static let payload = "the payload of an item"
    static let passcode = secret("correct horse")
    /// A secret of 32 bytes for each kind of slot that a program adds.
    static func key(_ kind: AccessSlot.Kind) -> SecretBytes {
        SecretBytes([UInt8](repeating: kind.rawValue, count: 32))
    }

    /// Parameters that a slot of the kind may have.
    static func parameters(_ kind: AccessSlot.Kind) -> [UInt8] {
        switch kind {
        case .credential: []
        case .loginPassword: LockingTests.cheap.encoded
        default: [1, 2, 3]
        }
    }

    let folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
    var configuration: Keychain.Configuration

    init() {
        configuration = Keychain.Configuration(applicationIdentifier: "app", folder: folder)
        configuration.passcodeHashing = LockingTests.cheap
        configuration.retention = ProcessKeyRetention()
    }

    var path: String { folder + "/default.keychain" }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// A keychain as another process opens it, which shares no keys.
    func open(shared: Bool = false) throws(KeychainError) -> Keychain {
        var configuration = configuration
        if !shared { configuration.retention = ProcessKeyRetention() }
        return try Keychain.open(configuration: configuration)
    }

    /// A new keychain with an item of each accessibility, and one that requires its user.
    func create(passcode: SecretBytes? = AccessFixture.passcode) throws(KeychainError) -> Keychain {
        let keychain = try Keychain.openOrCreate(configuration: configuration)
        if let passcode { try keychain.setPasscode(passcode) }
        for accessibility in Accessibility.allCases
        where passcode != nil || accessibility != .whenPasscodeSetThisDeviceOnly {
            _ = try keychain.keeper.perform(LockingTests.item(accessibility))
        }
        try Self.addPresenceItem(to: keychain)
        return keychain
    }

    static func addPresenceItem(to keychain: Keychain) throws(KeychainError) {
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [
                    .account: .string("presence"), .accessControl: .accessControl(control),
                ],
                secret: SecretBytes(utf8: payload)
            )
        )
    }

    /// The accessibilities of the items that can be read at present.
    static func readable(_ keychain: Keychain) -> Set<Accessibility> {
        Set(Accessibility.allCases.filter { LockingTests.read($0, in: keychain) == nil })
    }

    /// The item that requires its user, read with a proof.
    static func presence(_ keychain: Keychain, _ proof: AccessProof) throws -> String? {
        let context = AuthenticationContext()
        try keychain.access.authenticate(proof, in: context)
        let request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.account: .string("presence")],
            returning: [.data]
        )
        let answer = try keychain.authenticating(with: context).perform(request)
        return answer.items.first?.secret?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The identifier of the only slot of a kind.
    static func slot(_ kind: AccessSlot.Kind, of keychain: Keychain) throws -> String {
        try #require(try keychain.access.slots().first { $0.kind == kind }).identifier
    }

    /// Writes a keychain with a keybag of an earlier version in the place of the fixture's.
    func writeOld(presence: Bool, passcode: Bool) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let device = try KeychainFolder(folder).makeDevice(entropy: .system).key
        let source = VectorSource(seed: 5, device: device)
        let keybag = try source.keybag(
            passcode: passcode,
            presence: presence ? .random(source.entropy) : nil
        )
        let digests = DigestKeys(root: source.roots.device)
        var state = StoredState(epoch: 1, keybag: keybag.encoded(), digest: [])
        state.digest = try digests.seal(
            VaultState(),
            of: state,
            keychain: keybag.keychain,
            entropy: source.entropy
        )
        try SealedStore.create(.file(path), state: state).close()
    }
}

/// The code of the error that a body throws; `nil` if it throws none.
func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? KeychainError)?.code ?? .internalError
    }
}
