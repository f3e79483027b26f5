// swift-tools-version: 6.0
import PackageDescription

// Sources written for Apple's frameworks, built on Linux. On Apple's platforms the frameworks are
// there already, so nothing is needed.
// A package by path is known by its folder's name; by URL it would be "PortableKeychain".
let repository = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""

#if os(Linux)
    let keychain: [Target.Dependency] = [
        // The aliases keep the modules from being named Security and LocalAuthentication on disk,
        // where `canImport(Security)` of every other package in the build would find them.
        .product(
            name: "Security",
            package: String(repository),
            moduleAliases: ["Security": "PortableSecurityDropIn"]
        ),
        .product(
            name: "LocalAuthentication",
            package: String(repository),
            moduleAliases: ["LocalAuthentication": "PortableLocalAuthenticationDropIn"]
        ),
    ]
#else
    let keychain: [Target.Dependency] = []
#endif

/// Sources for Apple's platforms, in the language mode of their time.
let sources: [(name: String, mode: SwiftLanguageMode)] = [
    // Sources that import Foundation alone, which re-exports Security on Apple's platforms.
    ("FoundationOnly", .v6),
    // In the manner of well-known wrappers: settings in a chain, a property wrapper, a helper that
    // answers with truth values, numbers and objects, a struct with an LAContext, pairs of keys.
    ("Fluent", .v5),
    ("Stored", .v6),
    ("Helper", .v5),
    ("Numbers", .v5),
    ("Simple", .v6),
    ("KeyTools", .v6),
    // The use of certificates and keys by network clients and libraries for web tokens.
    ("Pinning", .v6),
    ("Tokens", .v6),
    // The ways to write a query, an answer, an import, and a question.
    ("Spellings", .v6),
    // The functions that libraries call which are older than SecKeyCreateSignature, and tests with
    // stand-ins.
    ("OlderNames", .v5),
    // Written today: the constants raise no concurrency errors.
    ("StrictConcurrency", .v6),
    ("Vaults", .v6),
]

let package = Package(
    name: "DropIn",
    platforms: [.macOS(.v15)],
    // SwiftPM 6.3 hands aliases only to targets that have a product of their own: executables do,
    // libraries need one each.
    products: sources.map { .library(name: $0.name, targets: [$0.name]) },
    dependencies: [.package(path: "../..")],
    targets: [
        // Uses all of them, each with a keychain in memory.
        .executableTarget(
            name: "DropIn",
            dependencies: sources.map { .byName(name: $0.name) } + keychain + [
                .product(name: "PortableKeychain", package: String(repository)),
                .product(name: "KeychainTesting", package: String(repository)),
            ]
        )
    ]
        + sources.map {
            .target(
                name: $0.name,
                dependencies: keychain,
                swiftSettings: [
                    .swiftLanguageMode($0.mode),
                    // The settings that many of today's packages demand.
                    .enableUpcomingFeature("MemberImportVisibility"),
                ]
            )
        }
)
