// swift-tools-version: 6.1
import PackageDescription

// A server whose database password is rotated while it runs.
// A package by path is known by its folder's name; by URL it would be "PortableKeychain".
let repository = String(
    Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "PortableKeychain"
)
let configuration: [Target.Dependency] = [
    .product(name: "PortableKeychain", package: repository),
    .product(name: "KeychainConfiguration", package: repository),
    .product(name: "Configuration", package: "swift-configuration"),
]

let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../..", traits: ["Configuration"]),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .target(
            name: "ServerKit",
            dependencies: [
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(name: "server", dependencies: ["ServerKit"] + configuration),
        .testTarget(name: "ServerKitTests", dependencies: ["ServerKit"] + configuration),
    ]
)
