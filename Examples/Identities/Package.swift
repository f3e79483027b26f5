// swift-tools-version: 6.0
import PackageDescription

// A package by path is known by its folder's name; by URL it would be "PortableKeychain".
let repository = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""

let package = Package(
    name: "Identities",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../.."),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // The native API alone: a module named Security in the same build would be found by the
        // `canImport(Security)` of swift-certificates.
        .executableTarget(
            name: "Identities",
            dependencies: [
                .product(name: "PortableKeychain", package: String(repository)),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        )
    ]
)
