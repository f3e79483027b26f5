// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "PortableKeychain", path: "..")],
    targets: [
        // Measures everything side by side and prints the table.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "PortableKeychain", package: "PortableKeychain"),
                .product(name: "Security", package: "PortableKeychain"),
                // Not linked, but built, to be measured as a program.
                .product(name: "keychainctl", package: "PortableKeychain"),
            ],
            swiftSettings: strict
        ),
        // Opens a keychain and reads one item: the cost for a fresh process.
        .executableTarget(
            name: "ReadOnce",
            dependencies: [.product(name: "PortableKeychain", package: "PortableKeychain")],
            swiftSettings: strict
        ),
        // Keeps very large items beside small ones: their cost, and their cost for the others.
        .executableTarget(
            name: "LargeItems",
            dependencies: [.product(name: "PortableKeychain", package: "PortableKeychain")],
            swiftSettings: strict
        ),
        // The measurements that depend on the number of items and of readers, beside the limits.
        .executableTarget(
            name: "Limits",
            dependencies: [.product(name: "PortableKeychain", package: "PortableKeychain")],
            swiftSettings: strict
        ),
        // Reads through a real agent, beside reads of the file.
        .executableTarget(
            name: "AgentTrip",
            dependencies: [
                .product(name: "KeychainAgentClient", package: "PortableKeychain"),
                .product(name: "PortableKeychain", package: "PortableKeychain"),
                // Not linked, but built, to be started.
                .product(name: "keychaind", package: "PortableKeychain"),
            ],
            swiftSettings: strict
        ),
        // Keys beside OpenSSL's, and identities among many certificates.
        .executableTarget(
            name: "KeysAndCertificates",
            dependencies: [.product(name: "PortableKeychain", package: "PortableKeychain")],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
