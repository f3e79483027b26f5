// swift-tools-version: 6.0
import PackageDescription

// A command line tool that keeps a token. Copy the folder to start one of your own; then the
// dependency is the address of the repository, and the package is "PortableKeychain".
// A package by path is known by its folder's name.
let repository = String(
    Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "PortableKeychain"
)
let keychain: Target.Dependency = .product(name: "PortableKeychain", package: repository)

let package = Package(
    name: "TokenTool",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../..")],
    targets: [
        // Everything but the process: tests give it their own keychain, input and output.
        .target(name: "TokenKit", dependencies: [keychain]),
        .executableTarget(name: "token", dependencies: ["TokenKit", keychain]),
        .testTarget(name: "TokenKitTests", dependencies: ["TokenKit", keychain]),
    ]
)
