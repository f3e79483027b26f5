// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Whose names doors speak that share signatures with Apple's frameworks.
#if os(Linux)
    let appleNames: [Target.Dependency] = ["PortableSecurity", "PortableLocalAuthentication"]
#else
    let appleNames: [Target.Dependency] = []
#endif

// Hardware, through libraries of the system that a build needs only if it asks for them:
// 'swift build --traits TPM', or 'traits: ["TPM"]' in the package that depends on this one. No other
// file lists them: what builds with all of them says --enable-all-traits.
let tpm = "TPM"
let fido2 = "FIDO2"
let agent = "Agent"
let fleet = "Fleet"
func hardware(_ library: String, _ trait: String) -> Target.Dependency {
    .target(name: library, condition: .when(platforms: [.linux], traits: [trait]))
}

// Libraries of others that only a trait needs; who does not ask for it resolves none of them.
let configuration = "Configuration"
func ofConfiguration(_ product: String) -> Target.Dependency {
    .product(
        name: product,
        package: "swift-configuration",
        condition: .when(traits: [configuration])
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
        .executable(name: "keychainctl", targets: ["keychainctl"]),
        .executable(name: "keychain-etcd", targets: ["keychain-etcd"]),
        .executable(name: "keychain-fido2", targets: ["keychain-fido2"]),
        .executable(name: "keychain-tpm", targets: ["keychain-tpm"]),
        .executable(name: "keychaind", targets: ["keychaind"]),
        // Has no public names: for `Fuzzing`, which imports it as tests do.
        .library(
            name: "_Readers",
            targets: [
                "CredentialHelpers", "ForeignFormats", "KeychainAgent", "KeychainSecretService",
                "KeychainSync", "KeychainSyncEtcd", "KeychainctlKit", "SSHAgent", "SafeText",
                "SecurityTool", "Transfer",
            ]
        ),
    ],
    traits: [
        .trait(name: tpm, description: "TPM 2.0 chips, through the system's tpm2-tss"),
        .trait(name: fido2, description: "FIDO2 tokens, through the system's libfido2"),
        .trait(name: agent, description: "The session bus, through the system's libsystemd"),
        .trait(name: fleet, description: "Vaults in etcd clusters, through the system's libcurl"),
        .trait(name: configuration, description: "A provider for apple/swift-configuration"),
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
    ],
    targets: [
        // Dependency: the system's SQLite through its C interface.
        .systemLibrary(
            name: "CKeychainSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        // Dependency: the system's zlib, for archives that other programs export.
        .systemLibrary(
            name: "CKeychainZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        // Dependency: the system's library for TPM 2.0 chips, of the trait TPM only.
        .systemLibrary(
            name: "CKeychainTSS2",
            pkgConfig: "tss2-esys",
            providers: [.apt(["libtss2-dev"])]
        ),
        // Dependency: the system's library for security keys, of the trait FIDO2 only.
        .systemLibrary(
            name: "CKeychainFIDO2",
            pkgConfig: "libfido2",
            providers: [.apt(["libfido2-dev"])]
        ),
        // Dependency: the system's library for the message bus, of the trait Agent only.
        .systemLibrary(
            name: "CKeychainSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        // Dependency: the system's library for HTTP and TLS, of the trait Fleet only.
        .systemLibrary(
            name: "CKeychainCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        // Platforms: the C library, whatever its name.
        .target(name: "KeychainLibC", swiftSettings: strict),
        // Platforms: Foundation without its locales and formats, which cost every start of a program.
        .target(name: "KeychainEssentials", swiftSettings: strict),
        // Dependency: C calls that Swift cannot import (variadic system calls).
        .target(
            name: "CKeychainPlatform",
            // Calls that check the sizes of buffers; they need an optimizing compiler.
            cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
        ),
        // Trust: folders in which nobody else can replace files, for the store and the library.
        .target(
            name: "FileSafety",
            dependencies: ["KeychainLibC", "CKeychainPlatform"],
            swiftSettings: strict
        ),
        // Trust: the file layer of SQLite by which a full disk, or a file that was cut, is an error.
        .target(name: "CKeychainVFS", dependencies: ["CKeychainSQLite"]),
        // Trust: rows of ciphertext. Imports neither the library nor any cryptography.
        .target(
            name: "SealedStore",
            dependencies: [
                "KeychainLibC", "CKeychainPlatform", "CKeychainSQLite", "CKeychainVFS",
                "FileSafety",
            ],
            swiftSettings: strict
        ),
        // Audience: the library.
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
        // Audience: people who test code that keeps secrets, or who write another keeper.
        .target(
            name: "KeychainTesting",
            dependencies: ["KeychainEssentials", "PortableKeychain"],
            swiftSettings: strict
        ),
        // Trust: a chip as the library's security token. Without its trait it refuses every call.
        .target(
            name: "KeychainTPM",
            dependencies: ["KeychainLibC", "PortableKeychain", hardware("CKeychainTSS2", tpm)],
            swiftSettings: strict
        ),
        // Dependency: that chip for programs that link no library for it; they start this one.
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
            ],
            swiftSettings: strict
        ),
        // Audience: servers on swift-configuration. Without its trait it is empty.
        .target(
            name: "KeychainConfiguration",
            dependencies: [
                "KeychainEssentials", "PortableKeychain", ofConfiguration("Configuration"),
            ],
            // What the library's own protocol is built with; functions of others do not fit it.
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
        // Dependency: what doors share that speak the dictionaries of Apple's functions.
        .target(
            name: "ItemDictionaries",
            dependencies: ["PortableKeychain"],
            swiftSettings: strict
        ),
        // Dependency: Apple's names, from Apple or from our doors to them.
        .target(
            name: "AppleVocabulary",
            dependencies: ["PortableKeychain"] + appleNames,
            swiftSettings: strict
        ),
        // Audience: code written for Valet.
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
        // Audience: code written after the guide that calls this class by its name.
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
        // Audience: code written for SecurityBox.
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
        // Audience: code written for DVESecurity.
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
        // Audience: code written for StealthyStash.
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
        // Trust: text that may hold secrets or come from strangers, in memory that is zeroed.
        .target(
            name: "SafeText",
            dependencies: ["KeychainEssentials", "PortableKeychain"],
            swiftSettings: strict
        ),
        // Trust: readers of what other programs wrote. Values in, values out: no terminal.
        .target(
            name: "ForeignFormats",
            dependencies: ["KeychainEssentials", "CKeychainZlib", "PortableKeychain", "SafeText"],
            swiftSettings: strict
        ),
        // Trust: merges items of several devices, over an engine that none of them trusts.
        .target(
            name: "KeychainSync",
            dependencies: [
                "KeychainEssentials",
                "PortableKeychain", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Trust: a vault's files in an etcd cluster. Without its trait it has no engine.
        .target(
            name: "KeychainSyncEtcd",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "KeychainSync", "PortableKeychain",
                "SafeText", hardware("CKeychainCurl", fleet),
            ],
            swiftSettings: strict
        ),
        // Dependency: that engine for programs that link no library for networks; they start this one.
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
        // Trust: a git repository as such an engine, through the user's git.
        .target(
            name: "KeychainSyncGit",
            dependencies: ["KeychainLibC", "KeychainSync", "PortableKeychain", "SafeText"],
            swiftSettings: strict
        ),
        // Dependency: a device on disk, which tests start and kill.
        .executableTarget(
            name: "SyncDriver",
            dependencies: ["KeychainSync", "KeychainSyncGit", "PortableKeychain"],
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
        // Dependency: devices, an engine and what happens to them, as a seed decides, for tests.
        .target(
            name: "SyncSimulation",
            dependencies: ["KeychainSync", "PortableKeychain"],
            path: "Tests/SyncSimulation",
            swiftSettings: strict
        ),
        // Dependency: that simulation as a program, which a release build makes fast.
        .executableTarget(
            name: "SimulateSync",
            dependencies: ["KeychainSync", "PortableKeychain", "SyncSimulation"],
            path: "Tests/SimulateSync",
            swiftSettings: strict
        ),
        // Dependency: members of a fleet, for 'Integrations/fleet.sh', which breaks their cluster.
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
        // Trust: sockets of agents, and which of their clients has to leave. Reads no messages.
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
        // Trust: a keychain for other programs of the same user, who is asked which may use it.
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
        // Audience: programs whose user wants to be asked which of them may use what.
        .target(
            name: "KeychainAgentClient",
            dependencies: ["KeychainAgent", "PortableKeychain"],
            swiftSettings: strict
        ),
        // Dependency: an ordinary program that is such a client, which tests start.
        .executableTarget(
            name: "AgentUser",
            dependencies: [
                "AppleVocabulary", "DVESecurity", "KeychainAgentClient", "KeychainManager",
                "PortableKeychain", "SecurityBox", "StealthyStash", "Valet",
            ],
            path: "Tests/AgentUser",
            swiftSettings: strict
        ),
        // Trust: keys for SSH programs. Knows no command line, so that a daemon can serve them too.
        .target(
            name: "SSHAgent",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "AgentSockets", "CKeychainPlatform",
                "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        // Dependency: how the tool's programs talk to people and scripts, whatever their arguments.
        .target(
            name: "KeychainctlKit",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "CKeychainPlatform", "PortableKeychain",
                "SafeText",
            ],
            swiftSettings: strict
        ),
        // Trust: security keys that derive secrets. Without its trait it refuses every request.
        .target(
            name: "KeychainFIDO2",
            dependencies: [
                "KeychainLibC", "KeychainctlKit", "PortableKeychain",
                hardware("CKeychainFIDO2", fido2),
            ],
            swiftSettings: strict
        ),
        // Dependency: those security keys for keychainctl, which links no library for them.
        .executableTarget(
            name: "keychain-fido2",
            dependencies: ["CKeychainPlatform", "KeychainFIDO2"],
            swiftSettings: strict
        ),
        // Dependency: a security key in software, for tests.
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
        // Dependency: the program keychain-fido2 with that security key, which tests start.
        .executableTarget(
            name: "SoftwareFIDO2",
            dependencies: ["KeychainFIDO2", "PortableKeychain", "SoftwareAuthenticator"],
            path: "Tests/SoftwareFIDO2",
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainFIDO2Tests",
            dependencies: [
                "KeychainFIDO2", "KeychainctlKit", "PortableKeychain", "SoftwareAuthenticator",
                "SoftwareFIDO2",
            ],
            swiftSettings: strict
        ),
        // Audience: programs of the desktop that ask for org.freedesktop.secrets. Knows no bus.
        .target(
            name: "KeychainSecretService",
            dependencies: ["KeychainEssentials", "PortableKeychain"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "KeychainSecretServiceTests",
            dependencies: [
                "FuzzCorpus", "KeychainSecretService", "KeychainTesting", "PortableKeychain",
            ],
            swiftSettings: strict
        ),
        // Trust: messages of the session bus to values and back. Without its trait there is no bus.
        .target(
            name: "SessionBus",
            dependencies: [
                "KeychainLibC",
                "KeychainSecretService", "PortableKeychain", hardware("CKeychainSystemd", agent),
            ],
            swiftSettings: strict
        ),
        // Audience: a desktop's session. Puts the two together, and nothing else.
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
        // Trust: keychaind as programs see it, on a bus of the test.
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
        // Dependency: how entries of other programs become items, and items their files.
        .target(
            name: "Transfer",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "ForeignFormats", "KeychainctlKit",
                "PortableKeychain", "SafeText",
            ],
            swiftSettings: strict
        ),
        // Audience: git, docker, cargo, pip and AWS programs, through the protocols they speak.
        .target(
            name: "CredentialHelpers",
            dependencies: [
                "KeychainEssentials", "KeychainLibC", "KeychainctlKit", "PortableKeychain",
                "SafeText",
            ],
            swiftSettings: strict
        ),
        // Audience: scripts written for macOS's `security`, whose options it parses itself.
        .target(
            name: "SecurityTool",
            dependencies: [
                "KeychainEssentials", "KeychainLibC",
                "ForeignFormats", "KeychainctlKit", "PortableKeychain", "SSHAgent", "SafeText",
            ],
            swiftSettings: strict
        ),
        // Audience: people at a terminal. Alone in knowing the argument parser.
        .executableTarget(
            name: "keychainctl",
            dependencies: [
                "KeychainEssentials", "KeychainLibC",
                "AgentSockets", "CKeychainPlatform", "CredentialHelpers", "FileSafety",
                "ForeignFormats", "KeychainAgent", "KeychainAgentClient", "KeychainSync",
                "KeychainSyncGit",
                "KeychainctlKit", "PortableKeychain", "SSHAgent", "SafeText", "SecurityTool",
                "Transfer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // Dependency: how much work tests do, which all of them ask for.
        .target(name: "TestRounds", path: "Tests/TestRounds", swiftSettings: strict),
        // Dependency: programs that tests write and run.
        .target(name: "TestPrograms", path: "Tests/TestPrograms", swiftSettings: strict),
        // Dependency: the two ways in which the tests of doors reach a keychain.
        .target(
            name: "KeeperRuns",
            dependencies: ["KeychainTesting", "PortableKeychain"],
            path: "Tests/KeeperRuns",
            swiftSettings: strict
        ),
        // Dependency: a SQLite file layer that fails on demand, for tests.
        .target(
            name: "CFaultVFS",
            dependencies: ["CKeychainSQLite", "CKeychainVFS"],
            path: "Tests/FaultInjection"
        ),
        // Dependency: that layer for Swift, one disk for each test.
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
                "FuzzCorpus", "KeychainctlKit", "PortableKeychain", "KeychainTesting",
                "SealedStore",
                "TestPrograms", "TestRounds",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Dependency: what the proofs and their helper processes agree on.
        .target(
            name: "ProofSupport",
            dependencies: ["KeychainLibC", "PortableKeychain"],
            path: "Tests/ProofSupport",
            swiftSettings: strict
        ),
        // Dependency: a program that the proofs start, kill, and let compete.
        .executableTarget(
            name: "ProofHelper",
            dependencies: ["KeychainLibC", "PortableKeychain", "ProofSupport"],
            path: "Tests/ProofHelper",
            swiftSettings: strict
        ),
        // Dependency: states in which something is lost, and what people do then, for tests.
        .target(
            name: "LostStates",
            dependencies: ["KeychainTesting", "PortableKeychain"],
            path: "Tests/LostStates",
            swiftSettings: strict
        ),
        // Audience: whoever wants to know whether a secret can be lost or leak.
        .testTarget(
            name: "ProofTests",
            dependencies: [
                "CKeychainSQLite", "FaultDisk", "LostStates", "PortableKeychain", "ProofHelper",
                "ProofSupport",
                "SealedStore", "TestRounds",
            ],
            swiftSettings: strict
        ),
        // Dependency: programs in sessions and on terminals of their own, for tests.
        .target(name: "CSessions", path: "Tests/Sessions"),
        // Dependency: the seeds of the fuzzers, which tests read again.
        .target(name: "FuzzCorpus", path: "Tests/FuzzCorpus", swiftSettings: strict),
        .testTarget(
            name: "SafeTextTests",
            dependencies: ["PortableKeychain", "SafeText"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ForeignFormatsTests",
            dependencies: ["ForeignFormats", "FuzzCorpus", "PortableKeychain", "SafeText"],
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
                "FuzzCorpus", "KeychainTesting", "KeychainctlKit", "PortableKeychain",
                "TestPrograms",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TransferTests",
            dependencies: [
                "ForeignFormats", "FuzzCorpus", "PortableKeychain", "SafeText", "Transfer",
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
            dependencies: ["FuzzCorpus", "PortableKeychain", "SafeText", "SecurityTool"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "keychainctlTests",
            dependencies: [
                "KeychainLibC",
                "AgentSockets", "CSessions", "FileSafety", "KeychainTesting", "KeychainctlKit",
                "PortableKeychain", "SSHAgent",
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
    ]
    package.targets += [
        // Audience: code written for Apple's Security framework.
        .target(
            name: "PortableSecurity",
            dependencies: ["ItemDictionaries", "PortableKeychain"],
            swiftSettings: strict
        ),
        // Audience: the same code, unchanged: `import Security`.
        .target(name: "Security", dependencies: ["PortableSecurity"], swiftSettings: strict),
        // Audience: code written for Apple's LocalAuthentication framework.
        .target(
            name: "PortableLocalAuthentication",
            dependencies: ["PortableKeychain"],
            swiftSettings: strict
        ),
        // Audience: the same code, unchanged: `import LocalAuthentication`.
        .target(
            name: "LocalAuthentication",
            dependencies: ["PortableLocalAuthentication"],
            swiftSettings: strict
        ),
        // Dependency: a program of a user without a home, for tests.
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
                "PortableKeychain", "PortableLocalAuthentication", "PortableSecurity", "TestRounds",
            ],
            swiftSettings: strict
        ),
    ]
#endif
