// swift-tools-version: 6.1
import PackageDescription

// An HTTPS server and clients that prove their identities by those of keychains.
// A package by path is known by its folder's name; by URL it would be "PortableKeychain".
let repository = String(
    Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "PortableKeychain"
)

let package = Package(
    name: "MutualTLS",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../..", traits: ["NIO"]),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // Not the product Security, for which swift-certificates looks.
        .executableTarget(
            name: "MutualTLS",
            dependencies: [
                .product(name: "PortableKeychain", package: repository),
                .product(name: "KeychainNIOSSL", package: repository),
                .product(name: "KeychainTesting", package: repository),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        )
    ]
)
