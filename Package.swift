// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Modules that provide Apple's type names to the doors.
#if os(Linux)
    let appleNames: [Target.Dependency] = ["PortableSecurity", "PortableLocalAuthentication"]
    // CryptoKit's keys, for the tests of the chip.
    let enclave: [Target.Dependency] = ["PortableCryptoKit"]
#else
    let appleNames: [Target.Dependency] = []
    let enclave: [Target.Dependency] = []
#endif

// Hardware, through libraries of the system that a build needs only if it asks for them:
// 'swift build --traits TPM', or 'traits: ["TPM"]' in the package that depends on this one. No other
// file lists them: builds with all of them use --enable-all-traits.
let tpm = "TPM"
let fido2 = "FIDO2"
let agent = "Agent"
let fleet = "Fleet"
func hardware(_ library: String, _ trait: String) -> Target.Dependency {
    .target(name: library, condition: .when(platforms: [.linux], traits: [trait]))
}

// Packages that only a trait needs; a build without the trait resolves none of them.
let configuration = "Configuration"
func ofConfiguration(_ product: String) -> Target.Dependency {
    .product(
        name: product,
        package: "swift-configuration",
        condition: .when(traits: [configuration])
    )
}
let nio = "NIO"
func ofNIO(_ product: String) -> Target.Dependency {
    .product(
        name: product,
        package: product == "NIOSSL" ? "swift-nio-ssl" : "swift-nio",
        condition: .when(traits: [nio])
    )
}

let package = Package(
    name: "PortableKeychain",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "PortableKeychain", targets: ["PortableKeychain"]),
        .library(name: "KeychainTesting", targets: ["KeychainTesting"]),
        .library(name: "Valet", targets: ["Valet"]),
        .library(name: "DVESecurity", targets: ["DVESecurity"]),
        .library(name: "KeychainManager", targets: ["KeychainManager"]),
        .library(name: "SecurityBox", targets: ["SecurityBox"]),
        .library(name: "StealthyStash", targets: ["StealthyStash"]),
        .library(name: "KeychainAgentClient", targets: ["KeychainAgentClient"]),
        .library(name: "KeychainTPM", targets: ["KeychainTPM"]),
        .library(name: "KeychainConfiguration", targets: ["KeychainConfiguration"]),
        .library(name: "KeychainNIOSSL", targets: ["KeychainNIOSSL"]),
        .executable(name: "keychainctl", targets: ["keychainctl"]),
        .executable(name: "keychain-etcd", targets: ["keychain-etcd"]),
        .executable(name: "keychain-fido2", targets: ["keychain-fido2"]),
        .executable(name: "keychain-tpm", targets: ["keychain-tpm"]),
        .executable(name: "keychaind", targets: ["keychaind"]),
        // A product without public names, for `Fuzzing`, which imports it as tests do.
        .library(
            name: "_Readers",
            targets: [
                "CredentialHelpers", "ForeignCrypto", "ForeignFormats", "KeychainAgent",
                "KeychainBrowser", "KeychainPasskeys",
                "KeychainSecretService", "KeychainSync", "KeychainSyncEtcd", "KeychainctlKit",
                "SSHAgent", "SafeText", "SecurityTool", "Transfer",
            ]
        ),
    ],
    traits: [
        .trait(name: tpm, description: "TPM 2.0 chips, through the system's tpm2-tss"),
        .trait(name: fido2, description: "FIDO2 tokens, through the system's libfido2"),
        .trait(name: agent, description: "The session bus, through the system's libsystemd"),
        .trait(name: fleet, description: "Vaults in etcd clusters, through the system's libcurl"),
        .trait(name: configuration, description: "A provider for apple/swift-configuration"),
        .trait(
            name: nio,
            description: "TLS with identities of a keychain, for apple/swift-nio-ssl"
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-configuration",
            from: "1.4.0",
            traits: []
        ),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        // The system's SQLite.
        .systemLibrary(
            name: "CKeychainSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        // The system's zlib, for archives that other programs export.
        .systemLibrary(
            name: "CKeychainZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        // The system's library for TPM 2.0 chips (trait `TPM`).
        .systemLibrary(
            name: "CKeychainTSS2",
            pkgConfig: "tss2-esys",
            providers: [.apt(["libtss2-dev"])]
        ),
        // The system's library for security keys (trait `FIDO2`).
        .systemLibrary(
            name: "CKeychainFIDO2",
            pkgConfig: "libfido2",
            providers: [.apt(["libfido2-dev"])]
        ),
        // The system's library for the message bus (trait `Agent`).
        .systemLibrary(
            name: "CKeychainSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        // The system's library for HTTP and TLS (trait `Fleet`).
        .systemLibrary(
            name: "CKeychainCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        // The C library, under one name on every platform.
        .target(name: "KeychainLibC", swiftSettings: strict),
        // The small part of Foundation: locales and formats would slow the start of every program.
        .target(name: "KeychainEssentials", swiftSettings: strict),
        // System calls that Swift cannot import, such as variadic ones.
        .target(
            name: "CKeychainPlatform",
            // Calls that check the sizes of buffers; they need an optimizing compiler.
            cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
        ),
        // Folders in which no other user can replace files; limits on the size of files.
        .target(
            name: "FileSafety",
            dependencies: ["KeychainLibC", "CKeychainPlatform"],
            swiftSettings: strict
        ),
        // The file layer below SQLite: a full disk, or an index of the log that was cut, is an error and no
        // crash, and no connection flushes its log twice.
        .target(name: "CKeychainVFS", dependencies: ["CKeychainSQLite"]),
        // Rows of ciphertext on SQLite. It sees neither items nor keys.
        .target(
            name: "SealedStore",
            dependencies: [
                "KeychainLibC", "CKeychainPlatform", "CKeychainSQLite", "CKeychainVFS",
                "FileSafety",
            ],
            swiftSettings: strict
        ),
        // The library: items, keys, rules, encryption and locking.
        .target(
            name: "PortableKeychain",
            dependencies: [
                "KeychainEssentials", "KeychainLibC",
                "CKeychainPlatform", "FileSafety", "SealedStore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            swiftSettings: strict
        ),
        // Test doubles for programs that store secrets, and the conformance suite for keepers.
        .target(
            name: "KeychainTesting",
            dependencies: ["KeychainEssentials", "PortableKeychain"],
            swiftSettings: strict
        ),
        // A TPM 2.0 chip as the library's `SecurityToken`. Without the trait `TPM` it refuses every call.
        .target(
            name: "KeychainTPM",
            dependencies: ["KeychainLibC", "PortableKeychain", hardware("CKeychainTSS2", tpm)],
            swiftSettings: strict
        ),
        // The program that other programs start to use the TPM, so that they link no library for it.
        .executableTarget(
            name: "keychain-tpm",
            dependencies: [
                "CKeychainPlatform", "KeychainAgent", "KeychainTPM", "KeychainctlKit",
                "PortableKeychain",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainTPMTests",
            dependencies: [
                "FuzzCorpus", "KeychainTPM", "KeychainTesting", "KeychainctlKit", "LostStates",
                "PortableKeychain", "ProofSupport", "SealedStore", "SoftwareFIDO2", "TestPrograms",
                "TestRounds", hardware("CKeychainTSS2", tpm),
            ] + enclave,
            swiftSettings: strict
        ),
        // A provider for swift-configuration. Without the trait `Configuration` it is empty.
        .target(
            name: "KeychainConfiguration",
            dependencies: [
                "KeychainEssentials", "PortableKeychain", ofConfiguration("Configuration"),
            ],
            // The library's own protocol is built with it; functions of another setting do not fit.
            swiftSettings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .testTarget(
            name: "KeychainConfigurationTests",
            dependencies: [
                "KeychainConfiguration", "KeychainTesting", "PortableKeychain",
                ofConfiguration("Configuration"), ofConfiguration("ConfigurationTesting"),
            ],
            swiftSettings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        // TLS of swift-nio-ssl with identities of a keychain. Without the trait `NIO` it is empty.
        .target(
            name: "KeychainNIOSSL",
            dependencies: ["PortableKeychain", ofNIO("NIOCore"), ofNIO("NIOSSL")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainNIOSSLTests",
            dependencies: [
                "KeychainNIOSSL", "KeychainTesting", "PortableKeychain", "TestRounds",
                ofNIO("NIOCore"), ofNIO("NIOPosix"), ofNIO("NIOSSL"),
            ],
            swiftSettings: strict
        ),
        // Apple's dictionaries to requests and back, for the doors that use them.
        .target(
            name: "ItemDictionaries",
            dependencies: ["PortableKeychain"],
            swiftSettings: strict
        ),
        // Apple's names, from Apple's frameworks or from our doors.
        .target(
            name: "AppleVocabulary",
            dependencies: ["PortableKeychain"] + appleNames,
            swiftSettings: strict
        ),
        // The door for code written for Valet.
        .target(
            name: "Valet",
            dependencies: ["ItemDictionaries", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ValetTests",
            dependencies: ["KeeperRuns", "KeychainTesting", "PortableKeychain", "Valet"],
            swiftSettings: strict
        ),
        // The door for code written after a well-known guide, with the guide's class of this name.
        .target(
            name: "KeychainManager",
            dependencies: ["AppleVocabulary", "ItemDictionaries", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainManagerTests",
            dependencies: ["AppleVocabulary", "KeeperRuns", "KeychainManager", "PortableKeychain"],
            swiftSettings: strict
        ),
        // The door for code written for SecurityBox.
        .target(
            name: "SecurityBox",
            dependencies: ["AppleVocabulary", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SecurityBoxTests",
            dependencies: ["KeeperRuns", "PortableKeychain", "SecurityBox"],
            swiftSettings: strict
        ),
        // The door for code written for DVESecurity.
        .target(
            name: "DVESecurity",
            dependencies: [
                "AppleVocabulary", "PortableKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DVESecurityTests",
            dependencies: [
                "AppleVocabulary", "DVESecurity", "KeeperRuns", "KeychainTesting",
                "PortableKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // The door for code written for StealthyStash.
        .target(
            name: "StealthyStash",
            dependencies: ["AppleVocabulary", "ItemDictionaries", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StealthyStashTests",
            dependencies: [
                "AppleVocabulary", "KeeperRuns", "KeychainTesting", "PortableKeychain",
                "StealthyStash",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DoorTests",
            dependencies: [
                "AppleVocabulary", "DVESecurity", "KeeperRuns", "KeychainManager", "KeychainSync",
                "KeychainTesting", "PortableKeychain", "SecurityBox", "StealthyStash",
                "SyncSimulation", "Valet",
            ],
            swiftSettings: strict
        ),
        // Text that may contain secrets or come from untrusted sources: escapes, parts of addresses, and JSON in
        // memory that is zeroed.
        .target(
            name: "SafeText",
            dependencies: ["KeychainEssentials", "PortableKeychain"],
            swiftSettings: strict
        ),
        // The algorithms of other programs, which no keychain uses: of password databases, of sessions on a
        // bus or with a browser, and one-time codes.
        .target(
            name: "ForeignCrypto",
            dependencies: [
                "KeychainEssentials", "CKeychainPlatform", "PortableKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ForeignCryptoTests",
            dependencies: ["ForeignCrypto", "PortableKeychain"],
            swiftSettings: strict
        ),
        // Readers of the formats of other programs, and the writer of KeePass databases: values in, values out.
        .target(
            name: "ForeignFormats",
            dependencies: [
                "KeychainEssentials", "CKeychainZlib", "ForeignCrypto", "KeychainPasskeys",
                "PortableKeychain",
                "SafeText",
            ],
            swiftSettings: strict
        ),
        // Synchronization: merges the items of several devices, through a store that none of them trusts. It
        // has no network.
        .target(
            name: "KeychainSync",
            dependencies: [
                "KeychainEssentials",
                "PortableKeychain", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Etcd clusters and mirrors as stores of synchronization, through libcurl. Without the trait `Fleet` it has no
        // engine.
        .target(
            name: "KeychainSyncEtcd",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "KeychainSync", "PortableKeychain",
                "SafeText", hardware("CKeychainCurl", fleet),
            ],
            swiftSettings: strict
        ),
        // The program that other programs start to use etcd or a mirror, so that they link no library for networks.
        .executableTarget(
            name: "keychain-etcd",
            dependencies: [
                "KeychainLibC", "CKeychainPlatform", "KeychainSyncEtcd", "KeychainctlKit",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainSyncEtcdTests",
            dependencies: [
                "FuzzCorpus", "KeychainLibC", "KeychainSync", "KeychainSyncEtcd",
                "PortableKeychain", "SyncSimulation", "TestPrograms", "TestRounds",
                "keychain-etcd",
            ],
            swiftSettings: strict
        ),
        // A git repository as a store of synchronization, through the user's `git`.
        .target(
            name: "KeychainSyncGit",
            dependencies: ["KeychainLibC", "KeychainSync", "PortableKeychain", "SafeText"],
            swiftSettings: strict
        ),
        // A device on disk, which tests start and kill.
        .executableTarget(
            name: "SyncDriver",
            dependencies: [
                "KeychainSync", "KeychainSyncGit", "KeychainTesting", "PortableKeychain",
            ],
            path: "Tests/SyncDriver",
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainSyncGitTests",
            dependencies: [
                "KeychainSync", "KeychainSyncGit", "PortableKeychain", "SyncDriver",
                "SyncSimulation", "TestPrograms", "TestRounds",
            ],
            swiftSettings: strict
        ),
        // A simulation for tests: a seed decides the events of devices and their store.
        .target(
            name: "SyncSimulation",
            dependencies: ["KeychainSync", "PortableKeychain"],
            path: "Tests/SyncSimulation",
            swiftSettings: strict
        ),
        // The simulation as a program, for release builds, which are faster.
        .executableTarget(
            name: "SimulateSync",
            dependencies: ["KeychainSync", "PortableKeychain", "SyncSimulation"],
            path: "Tests/SimulateSync",
            swiftSettings: strict
        ),
        // Members of a fleet, for 'Integrations/fleet.sh', which breaks their cluster.
        .executableTarget(
            name: "FleetMembers",
            dependencies: [
                "KeychainLibC", "KeychainSync", "KeychainSyncEtcd", "PortableKeychain",
                "SyncSimulation",
            ],
            path: "Tests/FleetMembers",
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainSyncTests",
            dependencies: [
                "FuzzCorpus", "KeychainSync", "KeychainTesting", "PortableKeychain",
                "SyncSimulation", "TestRounds",
            ],
            swiftSettings: strict
        ),
        // Sockets of agents: where they are, who may connect, and which client has to leave. It reads no
        // messages.
        .target(
            name: "AgentSockets",
            dependencies: ["KeychainLibC", "CKeychainPlatform", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AgentSocketsTests",
            dependencies: ["AgentSockets"],
            swiftSettings: strict
        ),
        // The agent that asks the user which program may use which access group, and the keeper that goes
        // through it. It knows neither a bus nor a command line.
        .target(
            name: "KeychainAgent",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "AgentSockets", "CKeychainPlatform",
                "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainAgentTests",
            dependencies: [
                "KeychainLibC",
                "AgentSockets", "FuzzCorpus", "KeychainAgent", "KeychainTesting",
                "PortableKeychain", "TestPrograms", "TestRounds",
            ],
            swiftSettings: strict
        ),
        // The call by which other people's programs use the agent: `Keychain.default` goes through it where
        // the environment says so.
        .target(
            name: "KeychainAgentClient",
            dependencies: ["KeychainAgent", "PortableKeychain"],
            swiftSettings: strict
        ),
        // An ordinary program that uses the agent, which tests start.
        .executableTarget(
            name: "AgentUser",
            dependencies: [
                "AppleVocabulary", "DVESecurity", "KeychainAgentClient", "KeychainManager",
                "PortableKeychain", "SecurityBox", "StealthyStash", "Valet",
            ],
            path: "Tests/AgentUser",
            swiftSettings: strict
        ),
        // The ssh agent: wire format, keys and signatures. It knows no command line, so that a daemon can serve
        // it too.
        .target(
            name: "SSHAgent",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "AgentSockets", "CKeychainPlatform",
                "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        // The parts that the tool's programs share: output, failures and exit statuses, secrets, item selection.
        .target(
            name: "KeychainctlKit",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "CKeychainPlatform", "ForeignCrypto",
                "KeychainPasskeys",
                "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        // Security keys that derive secrets, through libfido2. Without the trait `FIDO2` it refuses every
        // request.
        .target(
            name: "KeychainFIDO2",
            dependencies: [
                "KeychainLibC", "PortableKeychain", hardware("CKeychainFIDO2", fido2),
            ],
            swiftSettings: strict
        ),
        // The program that other programs start to use security keys, so that they link no library for them.
        .executableTarget(
            name: "keychain-fido2",
            dependencies: ["CKeychainPlatform", "KeychainFIDO2"],
            swiftSettings: strict
        ),
        // A security key in software, for tests.
        .target(
            name: "SoftwareAuthenticator",
            dependencies: [
                "KeychainFIDO2", hardware("CKeychainFIDO2", fido2),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/SoftwareAuthenticator",
            swiftSettings: strict
        ),
        // The program keychain-fido2 with a security key in software, which tests start.
        .executableTarget(
            name: "SoftwareFIDO2",
            dependencies: ["KeychainFIDO2", "PortableKeychain", "SoftwareAuthenticator"],
            path: "Tests/SoftwareFIDO2",
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainFIDO2Tests",
            dependencies: [
                "KeychainFIDO2", "PortableKeychain", "SoftwareAuthenticator", "SoftwareFIDO2",
            ],
            swiftSettings: strict
        ),
        // Passkeys: WebAuthn options in, credential out, and the passkeys of a keychain. It knows no browser.
        .target(
            name: "KeychainPasskeys",
            dependencies: ["KeychainEssentials", "PortableKeychain", "SafeText"],
            swiftSettings: strict
        ),
        // Answers sites from a keychain in memory, for 'Integrations/passkeys.py', which judges the answers.
        .executableTarget(
            name: "PasskeyDriver",
            dependencies: [
                "KeychainLibC", "KeychainPasskeys", "KeychainTesting", "PortableKeychain",
                "SafeText",
            ],
            path: "Tests/PasskeyDriver",
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainPasskeysTests",
            dependencies: [
                "FuzzCorpus", "KeychainPasskeys", "KeychainSync", "KeychainTesting",
                "PortableKeychain", "SafeText", "SyncSimulation",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // The Secret Service of desktops (`org.freedesktop.secrets`) as values: collections, items, sessions,
        // prompts. It knows no bus.
        .target(
            name: "KeychainSecretService",
            dependencies: ["KeychainEssentials", "ForeignCrypto", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainSecretServiceTests",
            dependencies: [
                "ForeignCrypto", "FuzzCorpus", "KeychainSecretService", "KeychainTesting",
                "PortableKeychain",
            ],
            swiftSettings: strict
        ),
        // The browser's keychain: the messages of the extension KeePassXC-Browser, answered from a keychain. It knows
        // no process and no file.
        .target(
            name: "KeychainBrowser",
            dependencies: [
                "KeychainEssentials", "CKeychainPlatform", "ForeignCrypto", "KeychainPasskeys",
                "PortableKeychain",
                "SafeText",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainBrowserTests",
            dependencies: [
                "ForeignCrypto", "FuzzCorpus", "KeychainBrowser", "KeychainPasskeys",
                "KeychainTesting",
                "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        // Messages of the session bus to values and back, through libsystemd. Without the trait `Agent` there
        // is no bus.
        .target(
            name: "SessionBus",
            dependencies: [
                "KeychainLibC", "CKeychainPlatform",
                "KeychainSecretService", "PortableKeychain", hardware("CKeychainSystemd", agent),
            ],
            swiftSettings: strict
        ),
        // The daemon: serves the Secret Service on the bus and agents on sockets, and locks keychains when
        // logind says so.
        .executableTarget(
            name: "keychaind",
            dependencies: [
                "KeychainLibC",
                "AgentSockets", "CKeychainPlatform", "KeychainAgent", "KeychainAgentClient",
                "KeychainSecretService", "KeychainctlKit", "PortableKeychain", "SSHAgent",
                "SafeText", "SessionBus",
            ],
            swiftSettings: strict
        ),
        // Tests of keychaind as other programs see it, on a bus of the test.
        .testTarget(
            name: "keychaindTests",
            dependencies: [
                "AgentSockets", "AgentUser", "KeychainAgent", "KeychainctlKit", "PortableKeychain",
                "SessionBus", "SoftwareFIDO2", "TestPrograms", "TestRounds", "keychain-tpm",
                "keychainctl", "keychaind",
                hardware("CKeychainSystemd", agent),
            ],
            swiftSettings: strict
        ),
        // Import and export: entries of other programs become items, and items become files.
        .target(
            name: "Transfer",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "ForeignCrypto", "ForeignFormats",
                "KeychainPasskeys",
                "KeychainctlKit", "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        // The protocols in which git, docker, cargo, pip and AWS programs ask for secrets.
        .target(
            name: "CredentialHelpers",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "KeychainctlKit", "PortableKeychain",
                "SafeText",
            ],
            swiftSettings: strict
        ),
        // The verbs of macOS's `security`, with a parser of their own for its options.
        .target(
            name: "SecurityTool",
            dependencies: [
                "KeychainEssentials", "KeychainLibC",
                "ForeignFormats", "KeychainctlKit", "PortableKeychain", "SSHAgent", "SafeText",
            ],
            swiftSettings: strict
        ),
        // The commands: arguments, browser, doctor, watch, manual. It alone knows the argument parser.
        .executableTarget(
            name: "keychainctl",
            dependencies: [
                "KeychainEssentials", "KeychainLibC",
                "AgentSockets", "CKeychainPlatform", "CredentialHelpers", "FileSafety",
                "ForeignCrypto", "ForeignFormats", "KeychainAgent", "KeychainAgentClient",
                "KeychainBrowser",
                "KeychainSync", "KeychainSyncGit", "KeychainctlKit", "PortableKeychain",
                "SSHAgent", "SafeText", "SecurityTool", "Transfer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // The amount of work that tests do: samples, rounds, waits.
        .target(name: "TestRounds", path: "Tests/TestRounds", swiftSettings: strict),
        // Programs that tests write and run.
        .target(name: "TestPrograms", path: "Tests/TestPrograms", swiftSettings: strict),
        // The two kinds of keepers on which the tests of doors run.
        .target(
            name: "KeeperRuns",
            dependencies: ["KeychainTesting", "PortableKeychain"],
            path: "Tests/KeeperRuns",
            swiftSettings: strict
        ),
        // A SQLite file layer that fails on demand, for tests.
        .target(
            name: "CFaultVFS",
            dependencies: ["CKeychainSQLite", "CKeychainVFS"],
            path: "Tests/FaultInjection"
        ),
        // That file layer for Swift, with one disk for each test.
        .target(
            name: "FaultDisk",
            dependencies: ["CFaultVFS", "SealedStore"],
            path: "Tests/FaultDisk",
            swiftSettings: strict
        ),
        .testTarget(
            name: "FileSafetyTests",
            dependencies: ["FileSafety"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SealedStoreTests",
            dependencies: [
                "SealedStore", "CKeychainPlatform", "CKeychainSQLite", "FaultDisk", "FileSafety",
                "TestRounds",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainTestingTests",
            dependencies: ["PortableKeychain", "KeychainTesting", "TestRounds"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PortableKeychainTests",
            dependencies: [
                "FuzzCorpus", "PortableKeychain", "KeychainTesting", "SealedStore", "TestPrograms",
                "TestRounds",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Declarations that the proofs share with their helper program.
        .target(
            name: "ProofSupport",
            dependencies: ["KeychainLibC", "KeychainTesting", "PortableKeychain"],
            path: "Tests/ProofSupport",
            swiftSettings: strict
        ),
        // A program of which the proofs start several copies, and kill some.
        .executableTarget(
            name: "ProofHelper",
            dependencies: [
                "CKeychainSQLite", "CKeychainVFS", "KeychainLibC", "PortableKeychain",
                "ProofSupport",
            ],
            path: "Tests/ProofHelper",
            swiftSettings: strict
        ),
        // States in which something is lost, with the commands that help, for tests.
        .target(
            name: "LostStates",
            dependencies: ["KeychainTesting", "PortableKeychain"],
            path: "Tests/LostStates",
            swiftSettings: strict
        ),
        // Proofs that no secret is lost or leaks: crashes, power cuts, many processes.
        .testTarget(
            name: "ProofTests",
            dependencies: [
                "CKeychainSQLite", "FaultDisk", "LostStates", "PortableKeychain", "ProofHelper",
                "ProofSupport",
                "SealedStore", "TestRounds",
            ],
            swiftSettings: strict
        ),
        // Starts programs in new sessions and on new terminals, for tests.
        .target(name: "CSessions", path: "Tests/Sessions"),
        // Seeds of the fuzzers, which tests read too.
        .target(name: "FuzzCorpus", path: "Tests/FuzzCorpus", swiftSettings: strict),
        .testTarget(
            name: "SafeTextTests",
            dependencies: ["PortableKeychain", "SafeText"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ForeignFormatsTests",
            dependencies: [
                "ForeignCrypto", "ForeignFormats", "FuzzCorpus", "KeychainPasskeys",
                "PortableKeychain", "SafeText",
            ],
            exclude: ["Exports"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SSHAgentTests",
            dependencies: [
                "KeychainLibC", "FuzzCorpus", "KeychainTesting", "PortableKeychain", "SSHAgent",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainctlKitTests",
            dependencies: [
                "ForeignCrypto", "FuzzCorpus", "KeychainPasskeys", "KeychainTesting",
                "KeychainctlKit",
                "PortableKeychain", "SafeText", "TestPrograms",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TransferTests",
            dependencies: [
                "ForeignCrypto", "ForeignFormats", "FuzzCorpus", "KeychainPasskeys",
                "KeychainTesting",
                "KeychainctlKit", "PortableKeychain", "SafeText", "Transfer",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CredentialHelpersTests",
            dependencies: [
                "CredentialHelpers", "FuzzCorpus", "KeychainctlKit", "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SecurityToolTests",
            dependencies: [
                "ForeignFormats", "FuzzCorpus", "KeychainctlKit", "PortableKeychain", "SafeText",
                "SecurityTool",
            ],
            swiftSettings: strict
        ),
        // README's program, which 'make run' and tests run beside the tool.
        .executableTarget(
            name: "FirstProgram",
            dependencies: ["PortableKeychain"],
            path: "Examples/FirstProgram",
            swiftSettings: strict
        ),
        // A program that has only the library, and has its user asked; tests start it.
        .executableTarget(
            name: "LockedReader",
            dependencies: ["PortableKeychain"],
            path: "Tests/LockedReader",
            swiftSettings: strict
        ),
        .testTarget(
            name: "keychainctlTests",
            dependencies: [
                "FirstProgram", "LockedReader",
                "KeychainLibC",
                "AgentSockets", "CSessions", "FileSafety", "ForeignCrypto", "KeychainAgent",
                "KeychainPasskeys", "KeychainSync",
                "KeychainTesting",
                "KeychainctlKit", "PortableKeychain", "SSHAgent",
                "SafeText", "SealedStore", "SecurityTool", "SoftwareFIDO2", "TestPrograms",
                "TestRounds", "keychainctl", "keychaind",
            ],
            exclude: ["Scripts"],
            swiftSettings: strict
        ),
        .testTarget(name: "TidyTests", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    // Modules with these names would hide Apple's frameworks, so they exist on Linux only.
    package.products += [
        .library(name: "PortableSecurity", targets: ["PortableSecurity"]),
        .library(name: "Security", targets: ["Security"]),
        .library(name: "PortableLocalAuthentication", targets: ["PortableLocalAuthentication"]),
        .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
        .library(name: "PortableCommonCrypto", targets: ["PortableCommonCrypto"]),
        .library(name: "PortableCryptoKit", targets: ["PortableCryptoKit"]),
        .library(name: "PortableDarwin", targets: ["PortableDarwin"]),
        .library(name: "PortableOSLog", targets: ["PortableOSLog"]),
    ]
    package.targets += [
        // The door for code written for Apple's Security framework.
        .target(
            name: "PortableSecurity",
            dependencies: ["ItemDictionaries", "PortableKeychain"],
            swiftSettings: strict
        ),
        // The same door under Apple's name: `import Security`.
        .target(name: "Security", dependencies: ["PortableSecurity"], swiftSettings: strict),
        // The door for code written for Apple's LocalAuthentication framework.
        .target(
            name: "PortableLocalAuthentication",
            dependencies: ["PortableKeychain", "PortableSecurity"],
            swiftSettings: strict
        ),
        // The same door under Apple's name: `import LocalAuthentication`.
        .target(
            name: "LocalAuthentication",
            dependencies: ["PortableLocalAuthentication"],
            swiftSettings: strict
        ),
        // The functions of Apple's CommonCrypto that swift-crypto offers. No module has Apple's name: swift-crypto
        // asks whether it can be imported.
        .target(
            name: "PortableCommonCrypto",
            dependencies: [
                "KeychainEssentials", "KeychainLibC",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PortableCommonCryptoTests",
            dependencies: ["PortableCommonCrypto"],
            swiftSettings: strict
        ),
        // Apple's CryptoKit: swift-crypto, and keys in the token of the keychain. No module has Apple's name: other
        // packages ask whether it can be imported.
        .target(
            name: "PortableCryptoKit",
            dependencies: [
                "KeychainEssentials", "PortableKeychain", "PortableLocalAuthentication",
                "PortableSecurity",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PortableCryptoKitTests",
            dependencies: [
                "KeychainTesting", "PortableCryptoKit", "PortableKeychain",
                "PortableLocalAuthentication", "PortableSecurity",
            ],
            swiftSettings: strict
        ),
        // The names of Darwin, Foundation and Objective-C that keychain code uses and Linux lacks.
        .target(
            name: "PortableDarwin",
            dependencies: ["KeychainLibC", "CKeychainPlatform"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PortableDarwinTests",
            dependencies: ["PortableDarwin"],
            swiftSettings: strict
        ),
        // Apple's Logger and os_log, which write to the standard error.
        .target(
            name: "PortableOSLog",
            dependencies: ["KeychainLibC", "SafeText"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PortableOSLogTests",
            dependencies: ["PortableOSLog"],
            swiftSettings: strict
        ),
        // A program of a user without a home folder, for tests.
        .executableTarget(
            name: "HomelessSearch",
            dependencies: ["PortableSecurity"],
            path: "Tests/HomelessSearch",
            swiftSettings: strict
        ),
        .testTarget(
            name: "PortableSecurityTests",
            dependencies: [
                "HomelessSearch", "ItemDictionaries", "KeeperRuns", "KeychainTesting",
                "PortableKeychain", "PortableLocalAuthentication", "PortableSecurity",
                "TestPrograms",
                "TestRounds",
            ],
            swiftSettings: strict
        ),
    ]
#endif

// The wings, from the highest to the lowest: a target uses targets of its own wing and of those below it, and
// stands in the folder of its wing.
let wings: KeyValuePairs = [
    "Programs": ["keychainctl", "keychaind", "keychain-tpm", "keychain-fido2", "keychain-etcd"],
    "Hardware": ["KeychainTPM", "KeychainFIDO2"],
    "Tool": ["KeychainctlKit", "SecurityTool", "CredentialHelpers", "Transfer", "ForeignFormats"],
    "Services": [
        "KeychainAgent", "KeychainAgentClient", "SSHAgent", "KeychainSecretService", "SessionBus",
        "AgentSockets", "KeychainPasskeys", "KeychainBrowser",
    ],
    "Sync": ["KeychainSync", "KeychainSyncGit", "KeychainSyncEtcd"],
    "Doors": [
        "Security", "PortableSecurity", "LocalAuthentication", "PortableLocalAuthentication",
        "Valet", "DVESecurity", "StealthyStash", "KeychainManager", "SecurityBox",
        "KeychainConfiguration", "AppleVocabulary", "ItemDictionaries", "PortableCommonCrypto",
        "PortableCryptoKit", "PortableDarwin", "PortableOSLog", "KeychainNIOSSL",
    ],
    "Testing": ["KeychainTesting"],
    "Library": ["PortableKeychain", "ForeignCrypto", "SafeText"],
    "Cellar": ["SealedStore", "FileSafety", "KeychainLibC", "KeychainEssentials"],
    "System": [
        "CKeychainPlatform", "CKeychainVFS", "CKeychainSQLite", "CKeychainZlib", "CKeychainTSS2",
        "CKeychainFIDO2", "CKeychainSystemd", "CKeychainCurl",
    ],
]
for (wing, names) in wings {
    for target in package.targets where names.contains(target.name) {
        target.path = "Sources/\(wing)/\(target.name)"
    }
}
