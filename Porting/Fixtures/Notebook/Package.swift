// swift-tools-version:5.0
import PackageDescription

// A package in the style of 2019, for Apple's platforms alone. `test.sh` ports a copy of it.
let package = Package(
    name: "Notebook",
    products: [
        .library(name: "Notebook", targets: ["Notebook", "NotebookCore"])
    ],
    targets: [
        .target(name: "NotebookCore", dependencies: []),
        .target(name: "Notebook", dependencies: ["NotebookCore"]),
        .testTarget(name: "NotebookTests", dependencies: ["Notebook"]),
    ]
)
