import KeeperRuns
@_spi(Keepers) import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// The names under which values lie; a changed one loses everybody's values.
@Suite(.throughEachKeeper) struct SandboxTests {
    private static let shared = group("AppID", "Shared")

    /// A valet, its service, its group, its accessibility, and whether it is synchronizable.
    private static let plain: [(Valet, String, String?, String)] = [
        (
            .valet(with: name("Druidia"), accessibility: .whenUnlocked),
            "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_AccessibleWhenUnlocked", nil,
            "ak"
        ),
        (
            .valet(with: name("Druidia"), accessibility: .afterFirstUnlock),
            "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_AccessibleAfterFirstUnlock",
            nil, "ck"
        ),
        (
            .valet(with: name("Druidia"), accessibility: .whenPasscodeSetThisDeviceOnly),
            "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_"
                + "AccessibleWhenPasscodeSetThisDeviceOnly", nil, "akpu"
        ),
        (
            .valet(with: name("Druidia"), accessibility: .whenUnlockedThisDeviceOnly),
            "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_"
                + "AccessibleWhenUnlockedThisDeviceOnly", nil, "aku"
        ),
        (
            .valet(with: name("Druidia"), accessibility: .afterFirstUnlockThisDeviceOnly),
            "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_"
                + "AccessibleAfterFirstUnlockThisDeviceOnly", nil, "cku"
        ),
        (
            .iCloudValet(with: name("Druidia"), accessibility: .whenUnlocked),
            "VAL_VALSynchronizableValet_initWithIdentifier:accessibility:_Druidia_"
                + "AccessibleWhenUnlocked", nil, "ak"
        ),
        (
            .sharedGroupValet(with: shared, accessibility: .whenUnlocked),
            "VAL_VALValet_initWithSharedAccessGroupIdentifier:accessibility:_Shared_"
                + "AccessibleWhenUnlocked", "AppID.Shared", "ak"
        ),
        (
            .sharedGroupValet(with: shared, identifier: name("I"), accessibility: .whenUnlocked),
            "VAL_VALValet_initWithSharedAccessGroupIdentifier:accessibility:_Shared_I_"
                + "AccessibleWhenUnlocked", "AppID.Shared", "ak"
        ),
        (
            .iCloudSharedGroupValet(with: shared, accessibility: .afterFirstUnlock),
            "VAL_VALSynchronizableValet_initWithSharedAccessGroupIdentifier:accessibility:_Shared_"
                + "AccessibleAfterFirstUnlock", "AppID.Shared", "ck"
        ),
        (
            .iCloudSharedGroupValet(
                with: shared,
                identifier: name("I"),
                accessibility: .whenUnlocked
            ),
            "VAL_VALSynchronizableValet_initWithSharedAccessGroupIdentifier:accessibility:"
                + "_Shared_I_AccessibleWhenUnlocked", "AppID.Shared", "ak"
        ),
        (
            .valet(withExplicitlySet: name("Druidia"), accessibility: .whenUnlocked), "Druidia",
            "com.example.app", "ak"
        ),
        (
            .iCloudValet(withExplicitlySet: name("Druidia"), accessibility: .whenUnlocked),
            "Druidia", "com.example.app", "ak"
        ),
        (
            .sharedGroupValet(withExplicitlySet: shared, accessibility: .whenUnlocked), "Shared",
            "AppID.Shared", "ak"
        ),
        (
            .iCloudSharedGroupValet(withExplicitlySet: shared, accessibility: .whenUnlocked),
            "Shared", "AppID.Shared", "ak"
        ),
    ]

    @Test(arguments: plain.indices)
    func keepsValuesWhereTheyAlwaysWere(index: Int) throws {
        let (valet, service, group, accessible) = Self.plain[index]
        try isolated(passcode: "1234") {
            try valet.setString("v", forKey: "k")
            let item = try #require(
                try Keychain.current.item(
                    matching: .genericPassword(service: service, account: "k").synchronizable(.any)
                )
            )
            #expect(item.accessGroup == group ?? "com.example.app")
            #expect(item.attributes[.accessible] == .string(accessible))
            #expect(item.isSynchronizable == valet.description.hasSuffix("(iCloud)"))
        }
    }

    private static let proofs: [(SecureEnclaveAccessControl, String)] = [
        (.userPresence, ""), (.devicePasscode, "_AccessControlDevicePasscode"),
        (.biometricAny, "_AccessControlTouchIDAnyFingerprint"),
        (.biometricCurrentSet, "_AccessControlTouchIDCurrentFingerprintSet"),
    ]

    @Test(arguments: proofs)
    func namesValuesThatRequireAuthentication(proof: SecureEnclaveAccessControl, end: String) {
        let suffix = "_Druidia_AccessibleWhenPasscodeSetThisDeviceOnly\(end)"
        for (kind, start) in [
            (Sandbox.Kind.secureEnclave, "VAL_VALSecureEnclaveValet_"),
            (.singlePrompt, "VAL_VALSinglePromptSecureEnclaveValet_"),
        ] {
            let sandbox = Sandbox(
                kind: kind,
                name: .identifier(name("Druidia")),
                protection: .proof(proof)
            )
            #expect(
                sandbox.service == "\(start)initWithIdentifier:accessibility:\(suffix)"
            )
        }
    }

    /// Valets of which none sees the values of another.
    private static let strangers: [Valet] =
        plain.map(\.0) + [
            .valet(with: name("Druidib"), accessibility: .whenUnlocked),
            .valet(withExplicitlySet: name("Shared"), accessibility: .whenUnlocked),
            .valet(withExplicitlySet: name("Shared"), accessibility: .afterFirstUnlock),
            .sharedGroupValet(with: group("Other", "Shared"), accessibility: .whenUnlocked),
            .sharedGroupValet(with: group("group", "Shared"), accessibility: .whenUnlocked),
            .sharedGroupValet(with: group("AppID", "Shared_I"), accessibility: .whenUnlocked),
            .sharedGroupValet(
                withExplicitlySet: group("Other", "Shared"),
                accessibility: .whenUnlocked
            ),
        ]

    @Test(.onlyDirect("needs a keeper that tells its groups"), arguments: strangers.indices)
    func keepsValuesApart(index: Int) throws {
        try isolated(passcode: "1234") {
            let own = Self.strangers[index]
            try own.setString("mine", forKey: "k")
            for (other, stranger) in Self.strangers.enumerated() where other != index {
                #expect(stranger != own)
                #expect(stranger !== own)
                #expect(throws: KeychainError.itemNotFound) { try stranger.string(forKey: "k") }
                #expect(try !stranger.containsObject(forKey: "k"))
                #expect(try stranger.allKeys().isEmpty)
                try stranger.removeObject(forKey: "k")
                try stranger.removeAllObjects()
            }
            #expect(try own.string(forKey: "k") == "mine")
        }
    }

    @Test func isOneObjectForOneSetOfWords() {
        let one = Valet.valet(with: name("One"), accessibility: .whenUnlocked)
        #expect(one === Valet.valet(with: name("One"), accessibility: .whenUnlocked))
        #expect(one.isEqual(Valet.valet(with: name("One"), accessibility: .whenUnlocked)))
        #expect(!one.isEqual("One"))
        let proof = SecureEnclaveValet.valet(with: name("One"), accessControl: .userPresence)
        #expect(
            proof === SecureEnclaveValet.valet(with: name("One"), accessControl: .userPresence)
        )
        #expect(
            proof != SecureEnclaveValet.valet(with: name("One"), accessControl: .devicePasscode)
        )
        let single = SinglePromptSecureEnclaveValet.valet(
            with: name("One"),
            accessControl: .userPresence
        )
        #expect(
            single
                === SinglePromptSecureEnclaveValet.valet(
                    with: name("One"),
                    accessControl: .userPresence
                )
        )
    }

    @Test func isReleasedWithItsLastReference() {
        weak let forgotten = Valet.valet(with: name("Forgotten"), accessibility: .whenUnlocked)
        #expect(forgotten == nil)
    }

    @Test func describesItself() {
        let plain = Valet.valet(with: name("Druidia"), accessibility: .whenUnlocked)
        #expect(plain.description.hasSuffix("Druidia AccessibleWhenUnlocked (Valet)"))
        let shared = Valet.sharedGroupValet(with: Self.shared, accessibility: .whenUnlocked)
        #expect(shared.identifier.description == "AppID.Shared")
        #expect(shared.accessibility == .whenUnlocked)
    }
}
