// swift-tools-version:5.1
import PackageDescription

// Requests to servers whose keys are pinned.
let package = Package(
    name: "Courier",
    products: [.library(name: "Courier", targets: ["Courier"])],
    targets: [
        .target(name: "Courier", dependencies: []),
        .testTarget(name: "CourierTests", dependencies: ["Courier"]),
    ]
)
