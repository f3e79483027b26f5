/// Modules that do not come from Apple's systems.
enum LinuxModules {
    /// The modules that Linux has, with the toolchain or with this package.
    static let all: Set<String> = [
        "Cxx", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
        "LocalAuthentication", "Observation", "RegexBuilder", "Security", "Swift",
        "Synchronization",
        "Testing", "XCTest", "_Concurrency", "_Differentiation", "_StringProcessing",
    ]

    /// The modules that a package can add, and those of other systems, which conditions name.
    static let others: Set<String> = [
        "Android", "Bionic", "CRT", "Crypto", "CryptoExtras", "Musl", "PackageDescription",
        "PortableCommonCrypto", "PortableCryptoKit", "PortableDarwin", "PortableOSLog",
        "SystemPackage",
        "WASILibc", "WinSDK", "ucrt",
    ]
}
