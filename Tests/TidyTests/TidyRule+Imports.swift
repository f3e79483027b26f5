extension TidyRule {
    /// The modules that each file may import.
    static let imports: [TidyRule] =
        (walls + toolWalls).map { module, allowed, message in
            TidyRule(
                name: "import \(module)",
                bad: ("Sources/Library/PortableKeychain/Verbs/X.swift", "internal import \(module)")
            ) { file in
                guard file.path.hasPrefix("Sources/"), !file.isUnder(allowed) else { return [] }
                return file.imports.filter { $0.module == module }
                    .map { Violation(file, line: $0.line, message) }
            }
        }
        + seedDoors.map { door in
            TidyRule(
                name: "import \(door)",
                bad: ("Sources/Programs/keychainctl/X.swift", "internal import \(door)")
            ) { file in
                guard file.path.hasPrefix("Sources/") else { return [] }
                return file.imports.filter { $0.module == door }.map {
                    Violation(
                        file,
                        line: $0.line,
                        "Nothing stands on a door: put what two need into the library."
                    )
                }
            }
        } + commandLine.map(onlyImports) + platformModules
        + [modulesOfC, sealedStore, foundation, thinDoors]

    /// The one file for Apple's platforms alone, which hands their functions to the library.
    private static let appleFunctions =
        "Sources/Library/PortableKeychain/AppleKeychain/SecItemFunctions+System.swift"

    /// The one module that is Apple's frameworks on one platform and our doors on another.
    private static let appleNames = "Sources/Doors/AppleVocabulary/"

    /// Doors for code written for other libraries.
    private static let seedDoors = [
        "Valet", "DVESecurity", "StealthyStash", "KeychainManager", "SecurityBox",
    ]

    private static let cryptography = [
        "Sources/Library/PortableKeychain/Sealing/", "Sources/Library/PortableKeychain/Objects/",
        "Sources/Library/ForeignCrypto/",
    ]

    /// The tool's own targets, which no library and no door may stand on.
    private static let tool =
        commandLine.map { Repository.home(of: $0.target) + "/" } + [
            "Sources/Programs/keychainctl/", "Sources/Programs/keychain-etcd/",
            "Sources/Programs/keychain-fido2/",
            "Sources/Programs/keychain-tpm/",
            "Sources/Programs/keychaind/", "Sources/Services/SessionBus/",
        ]

    private static let toolWalls: [(String, [String], String)] = commandLine.map {
        // A log escapes what it writes, as the tool does.
        let log = $0.target == "SafeText" ? ["Sources/Doors/PortableOSLog/"] : []
        return ($0.target, tool + log, "The tool stands on the library, not the reverse.")
    }

    private static let moveCryptography = """
        Move it to Sealing (the keychain's own keys), Objects (keys that users keep) or ForeignCrypto \
        (algorithms of other programs).
        """

    static let walls: [(String, [String], String)] = [
        (
            "CKeychainSQLite", ["Sources/Cellar/SealedStore/"],
            "Ask the sealed store: it alone sees SQLite."
        ),
        (
            "CKeychainVFS", ["Sources/Cellar/SealedStore/"],
            "Ask the sealed store: it alone sees the files below SQLite."
        ),
        (
            // The callers of two doors keep keys of this module, or know its functions by other names.
            "Crypto",
            cryptography + [
                "Sources/Doors/DVESecurity/Crypto/SwiftCrypto/", "Sources/Sync/KeychainSync/Trust/",
                "Sources/Doors/PortableCommonCrypto/", "Sources/Doors/PortableCryptoKit/",
            ],
            moveCryptography
        ),
        (
            "CryptoExtras",
            cryptography + [
                "Sources/Doors/DVESecurity/Crypto/SwiftCrypto/",
                "Sources/Doors/PortableCommonCrypto/",
            ],
            moveCryptography
        ),
        (
            "SwiftASN1", ["Sources/Library/PortableKeychain/Objects/"],
            "Move it to Objects, which reads keys, certificates and bundles."
        ),
        (
            "SealedStore", ["Sources/Library/PortableKeychain/Sealing/"],
            "Ask the vault: it alone sees rows."
        ),
        (
            "ArgumentParser", ["Sources/Programs/keychainctl/"],
            "Parse arguments in keychainctl; libraries take values."
        ),
        (
            "CKeychainTSS2", ["Sources/Hardware/KeychainTPM/"],
            "Ask a SecurityToken: KeychainTPM alone sees the chip's library."
        ),
        (
            "KeychainTPM", ["Sources/Programs/keychain-tpm/"],
            "Take a SecurityToken: a program that links no chip's library starts keychain-tpm."
        ),
        (
            "CKeychainCurl", ["Sources/Sync/KeychainSyncEtcd/"],
            "Ask a VaultEngine: KeychainSyncEtcd alone sees the library for networks."
        ),
        (
            "KeychainSyncEtcd", ["Sources/Programs/keychain-etcd/"],
            "Ask a HelperEngine, which starts keychain-etcd: nothing else links libcurl."
        ),
        (
            "CKeychainSystemd", ["Sources/Services/SessionBus/"],
            "Speak to the bus in SessionBus: a service takes and gives values."
        ),
        (
            "SessionBus", ["Sources/Programs/keychaind/"],
            "Start the program keychaind: nothing else links libsystemd."
        ),
        (
            "Configuration", ["Sources/Doors/KeychainConfiguration/"],
            "Take values: KeychainConfiguration alone knows swift-configuration, under its trait."
        ),
        (
            "NIOSSL", ["Sources/Doors/KeychainNIOSSL/"],
            "Take values: KeychainNIOSSL alone knows swift-nio-ssl, under its trait."
        ),
        (
            "NIOCore", ["Sources/Doors/KeychainNIOSSL/"],
            "Take values: KeychainNIOSSL alone knows swift-nio, under its trait."
        ),
        (
            "CKeychainZlib", ["Sources/Tool/ForeignFormats/Syntax/"],
            "Unpack archives in ForeignFormats, where they are read."
        ),
        (
            "CKeychainFIDO2", ["Sources/Hardware/KeychainFIDO2/"],
            "Ask the program keychain-fido2: nothing else links libfido2."
        ),
        (
            // Keys of rights and of CryptoKit are used with types of this module, as on Apple's platforms.
            "PortableSecurity",
            [
                "Sources/Doors/Security/", "Sources/Doors/PortableCryptoKit/",
                "Sources/Doors/PortableLocalAuthentication/", appleNames,
            ],
            "Import AppleVocabulary, which is Apple's module where there is one."
        ),
        (
            "PortableLocalAuthentication",
            ["Sources/Doors/LocalAuthentication/", "Sources/Doors/PortableCryptoKit/", appleNames],
            "Import AppleVocabulary, which is Apple's module where there is one."
        ),
        (
            "Security", [appleFunctions, appleNames],
            "Import AppleVocabulary, never the name of Apple's module."
        ),
        (
            "LocalAuthentication", [appleNames],
            "Import AppleVocabulary, never the name of Apple's module."
        ),
        (
            "FileSafety",
            [
                "Sources/Cellar/SealedStore/", "Sources/Library/PortableKeychain/World/",
                "Sources/Programs/keychainctl/Commands/Doctor/",
                // It keeps secrets too, in a folder that must be as safe as that of a keychain.
                "Sources/Programs/keychainctl/Commands/Project/ProjectedFolder.swift",
            ],
            "Go through World: it alone touches files."
        ),
        ("KeychainTesting", [], "Test tools stay in tests."),
        ("Testing", [], "Report failures as values: products do not depend on a test library."),
        ("XCTest", [], "Report failures as values: products do not depend on a test library."),
        ("X509", [], "Parse with swift-asn1: X509 breaks beside a module named Security."),
    ]

    /// The targets around the command line, each with those of them that it may import.
    ///
    /// The targets that know the command line are at the end: no target before them may.
    private static let commandLine: [(target: String, others: [String], message: String)] = [
        ("SafeText", [], "Text knows nobody who uses it."),
        ("ForeignCrypto", [], "Algorithms know nobody who uses them."),
        (
            "ForeignFormats", ["ForeignCrypto", "KeychainPasskeys", "SafeText"],
            "Readers of strangers' bytes give values, and say nothing."
        ),
        (
            "KeychainSync", [],
            "The agent that synchronizes serves a daemon: it knows no command line."
        ),
        (
            "KeychainSyncGit", ["KeychainSync", "SafeText"],
            "An engine stores files: it knows no vault, no keychain and no command line."
        ),
        (
            "KeychainSyncEtcd", ["KeychainSync", "SafeText"],
            "An engine stores files: it knows no vault, no keychain and no command line."
        ),
        ("AgentSockets", [], "Sockets and their clients know no protocol."),
        (
            "KeychainAgent", ["AgentSockets", "SafeText"],
            "The agent serves a daemon: it knows no bus and no command line."
        ),
        (
            "KeychainAgentClient", ["KeychainAgent"],
            "The client for programs of others is one call: the rest is in KeychainAgent."
        ),
        (
            "SSHAgent", ["AgentSockets", "SafeText"],
            "The agent also serves a daemon: let the command line tell people."
        ),
        (
            "KeychainSecretService", ["ForeignCrypto"],
            "The service knows no bus and no command line: it takes calls as values."
        ),
        (
            "KeychainPasskeys", ["SafeText"],
            "Passkeys are values for whoever speaks with a browser: they know no browser and no command line."
        ),
        (
            "KeychainBrowser", ["ForeignCrypto", "KeychainPasskeys", "SafeText"],
            "The browser's keychain knows no process and no command line: it takes messages."
        ),
        (
            "KeychainctlKit", ["ForeignCrypto", "KeychainPasskeys", "SafeText"],
            "What all programs of the tool share knows none of them."
        ),
        (
            "Transfer",
            ["ForeignCrypto", "ForeignFormats", "KeychainPasskeys", "KeychainctlKit", "SafeText"],
            "Importing and exporting take values, and know no protocol."
        ),
        (
            "CredentialHelpers", ["KeychainctlKit", "SafeText"],
            "Protocols of helpers know no other program of the tool."
        ),
        (
            // Keys are also exported in ssh's format.
            "SecurityTool", ["ForeignFormats", "KeychainctlKit", "SSHAgent", "SafeText"],
            "The program 'security' knows no other program of the tool."
        ),
        (
            "KeychainFIDO2", [],
            "The program keychain-fido2 knows security keys, and no keychain."
        ),
    ]

    /// A wall between those targets; libraries and doors import none of them.
    private static func onlyImports(
        _ target: String,
        _ others: [String],
        _ message: String
    ) -> TidyRule {
        let forbidden = Set(commandLine.map(\.target)).subtracting(others + [target])
        return TidyRule(
            name: "imports of \(target)",
            bad: (
                Repository.home(of: target) + "/X.swift", "internal import \(forbidden.sorted()[0])"
            )
        ) { file in
            guard file.target == target else { return [] }
            return file.imports.filter { forbidden.contains($0.module) }
                .map { Violation(file, line: $0.line, message) }
        }
    }

    private static let sealedStore = TidyRule(
        name: "SealedStore's imports",
        bad: ("Sources/Cellar/SealedStore/X.swift", "internal import PortableKeychain")
    ) { file in
        let allowed: Set<String> = [
            "CKeychainPlatform", "CKeychainSQLite", "CKeychainVFS", "FileSafety", "KeychainLibC",
            "Synchronization",
        ]
        guard file.target == "SealedStore" else { return [] }
        return file.imports.filter { !allowed.contains($0.module) }.map {
            Violation(file, line: $0.line, "The sealed store sees SQLite and the system, no more.")
        }
    }

    /// Full Foundation costs every start of a program some milliseconds.
    private static let foundation = TidyRule(
        name: "import Foundation",
        bad: ("Sources/Library/PortableKeychain/Rules/X.swift", "internal import Foundation")
    ) { file in
        let allowed =
            [
                "Sources/Doors/PortableSecurity/", "Sources/Doors/PortableLocalAuthentication/",
                "Sources/Doors/ItemDictionaries/", "Sources/Cellar/KeychainEssentials/",
                // Formats of printf.
                "Sources/Doors/PortableOSLog/", appleNames,
                appleFunctions,
            ] + seedDoors.map { Repository.home(of: $0) + "/" }
        guard file.path.hasPrefix("Sources/"), !file.isUnder(allowed) else { return [] }
        return file.imports.filter { $0.module == "Foundation" }.map {
            Violation(file, line: $0.line, "Import KeychainEssentials, which starts faster.")
        }
    }

    /// The names of a platform's own modules, each known in one place.
    private static let platformModules: [TidyRule] = [
        ("Glibc", "KeychainLibC"), ("Musl", "KeychainLibC"), ("Darwin", "KeychainLibC"),
        ("FoundationEssentials", "KeychainEssentials"),
    ].map { module, place in
        TidyRule(
            name: "import \(module)",
            bad: ("Sources/Library/PortableKeychain/Verbs/X.swift", "internal import \(module)")
        ) { file in
            guard file.target != place else { return [] }
            return file.imports.filter { $0.module == module }
                .map { Violation(file, line: $0.line, "Import \(place), on every platform.") }
        }
    }

    /// SwiftPM builds no program in which two packages have a module of one name, and many have a CSQLite.
    private static let modulesOfC = TidyRule(
        name: "names of C modules",
        bad: ("Sources/Cellar/SealedStore/X.swift", "internal import CSQLite")
    ) { file in
        guard file.path.hasPrefix("Sources/") else { return [] }
        return file.imports.filter {
            $0.module.wholeMatch(of: /C[A-Z].*/) != nil && !$0.module.hasPrefix("CKeychain")
        }.map {
            Violation(
                file,
                line: $0.line,
                "Begin its name with CKeychain: others may have one too."
            )
        }
    }

    private static let thinDoors = TidyRule(
        name: "one-line doors",
        bad: ("Sources/Doors/Security/Security.swift", "@_exported public import X\nstruct Y {}")
    ) { file in
        let names = ["Security", "LocalAuthentication"]
        guard let name = names.first(where: { $0 == file.target }) else { return [] }
        let code = file.code.filter { !$0.allSatisfy(\.isWhitespace) }
        let fits =
            file.path == "\(Repository.home(of: name))/\(name).swift"
            && code == ["@_exported public import Portable\(name)"]
        return fits ? [] : [Violation(file, line: 0, "Write it in Portable\(name).")]
    }
}
