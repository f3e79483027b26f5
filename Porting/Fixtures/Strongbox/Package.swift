// swift-tools-version:5.5
import PackageDescription

// A wrapper whose sources are hidden from Linux whole.
let package = Package(
    name: "Strongbox",
    products: [.library(name: "Strongbox", targets: ["Strongbox"])],
    targets: [
        .target(name: "Strongbox"),
        .testTarget(name: "StrongboxTests", dependencies: ["Strongbox"]),
    ]
)
