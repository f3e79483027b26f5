// swift-tools-version: 6.0
import PackageDescription

// One program for each system whose sources run on this package unchanged.
// A package by path is known by its folder's name; by URL it would be "PortableKeychain".
let repository = String(
    Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "PortableKeychain"
)

// The product for programs that name Apple's constants themselves.
#if os(Linux)
    let security: [Target.Dependency] = [
        .product(
            name: "Security",
            package: repository,
            moduleAliases: ["Security": "PortableSecurityDropIn"]
        )
    ]
#else
    let security: [Target.Dependency] = []
#endif

/// A program of its own: two systems may give one name to different things.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name,
        dependencies: ["Support"] + dependencies,
        // The language mode of the time when the texts were printed.
        swiftSettings: [.swiftLanguageMode(.v5)]
    )
}

let programs = [
    program("ValetExample", security + [.product(name: "Valet", package: repository)]),
    program("DVESecurityExample", security + [.product(name: "DVESecurity", package: repository)]),
    program("StealthyStashExample", [.product(name: "StealthyStash", package: repository)]),
    program(
        "KeychainManagerExample",
        ["PrintedGuide"] + security + [.product(name: "KeychainManager", package: repository)]
    ),
    program("SecurityBoxExample", security + [.product(name: "SecurityBox", package: repository)]),
    program("PrintedGuide", security),
]

let package = Package(
    name: "Doors",
    platforms: [.macOS(.v15)],
    // SwiftPM 6.3 hands aliases only to targets that have a product of their own.
    products: programs.map { .library(name: $0.name, targets: [$0.name]) },
    dependencies: [.package(path: "../..")],
    targets: programs + [
        // Runs them all.
        .executableTarget(
            name: "Doors",
            dependencies: programs.map { .byName(name: $0.name) } + ["Support"]
        ),
        // The parts that they share: a keychain in memory for each, and checks.
        .target(
            name: "Support",
            dependencies: [
                .product(name: "PortableKeychain", package: repository),
                .product(name: "KeychainTesting", package: repository),
            ]
        ),
    ]
)
