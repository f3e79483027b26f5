// swift-tools-version:5.3
import PackageDescription

// Several targets, one of which has the name of a product of PortableKeychain.
let lockers = Package(
    name: "Lockers",
    platforms: [.iOS(.v11), .macOS(.v10_13)],
    products: [
        .library(name: "Lockers", targets: ["Lockers"])
    ],
    targets: [
        .target(name: "Valet"),
        .target(name: "Lockers", dependencies: ["Valet"]),
        .testTarget(name: "LockersTests", dependencies: ["Lockers", "Valet"]),
    ]
)
