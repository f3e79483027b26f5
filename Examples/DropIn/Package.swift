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

let package = Package(
    name: "DropIn",
    platforms: [.macOS(.v15)],
    // SwiftPM 6.3 hands aliases only to targets that have a product of their own: executables do,
    // libraries need one each.
    products: ["Guide", "SecurityBox", "StrictConcurrency", "FoundationOnly"].map {
        .library(name: $0, targets: [$0])
    },
    dependencies: [.package(path: "../..")],
    targets: [
        // Runs the sources below against a keychain in memory.
        .executableTarget(
            name: "DropIn",
            dependencies: [
                "Guide", "SecurityBox", "StrictConcurrency", "FoundationOnly",
                .product(name: "PortableKeychain", package: String(repository)),
            ]
        ),
        // Sources as they were published, in the language mode of their time.
        .target(
            name: "Guide",
            dependencies: keychain,
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .target(
            name: "SecurityBox",
            dependencies: keychain,
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // Swift 6 mode: the constants raise no concurrency errors.
        .target(name: "StrictConcurrency", dependencies: keychain),
        // Sources that import Foundation alone, which re-exports Security on Apple's platforms.
        .target(name: "FoundationOnly", dependencies: keychain),
    ]
)
