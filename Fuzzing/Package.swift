// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "PortableKeychain", path: "..")],
    targets: [
        // Drives one reader of strangers' bytes with libFuzzer. `run.sh` gives the flags that
        // instrument the library too, so none of them is here.
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "KeychainTPM", package: "PortableKeychain"),
                .product(name: "PortableKeychain", package: "PortableKeychain"),
                .product(name: "_Readers", package: "PortableKeychain"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
