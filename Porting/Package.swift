// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own without dependencies: it is built in seconds, and users of the library do
// not get it. A command plugin could run only in packages that already depend on this one.
let package = Package(
    name: "Porting",
    platforms: [.macOS(.v15)],
    targets: [
        // The changes of a package, as texts; reads and writes nothing.
        .target(name: "PackagePorting", swiftSettings: strict),
        // Arguments, files, git and SwiftPM.
        .executableTarget(
            name: "port-package",
            dependencies: ["PackagePorting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PackagePortingTests",
            dependencies: ["PackagePorting"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
