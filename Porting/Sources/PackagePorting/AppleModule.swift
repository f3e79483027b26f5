/// A module that exists on Apple's platforms only, and what to do about it.
struct AppleModule: Sendable {
    let name: String
    /// What is done with an `import` of it.
    let treatment: Treatment
    /// What takes its place.
    let advice: String

    /// What is true where the module is to be imported.
    var condition: String {
        // Linux has a module of this name too, whose types are not those of the Security module.
        name == "CoreFoundation" ? "canImport(Darwin)" : "canImport(\(name))"
    }
    /// Whether Linux has no module of the name.
    var isMissing: Bool { name != "CoreFoundation" }

    /// What is done with an `import`.
    enum Treatment: Sendable {
        /// Nothing: a person has to decide.
        case left
        /// It is put behind `#if canImport(…)`. Most sources need nothing in its place; the compiler
        /// names the uses that do.
        case wrapped
        /// Another module is imported where it is missing.
        case replaced(module: String)
    }

    static func named(_ name: String) -> AppleModule? { all.first { $0.name == name } }

    private static let all: [AppleModule] =
        [
            AppleModule(
                name: "CommonCrypto",
                treatment: .left,
                advice: """
                    Use swift-crypto: SHA256, HMAC and AES.GCM are in its product Crypto; AES._CBC and \
                    KDF.Insecure.PBKDF2 are in CryptoExtras.
                    """
            ),
            AppleModule(
                name: "CryptoKit",
                treatment: .replaced(module: Vocabulary.crypto.rawValue),
                advice: "It has all but the Secure Enclave."
            ),
            AppleModule(
                name: "CoreFoundation",
                treatment: .wrapped,
                advice: "The module Security has the names that keychain code uses of it."
            ),
            AppleModule(
                name: "Combine",
                treatment: .wrapped,
                advice: "Put publishers behind '#if canImport(Combine)'."
            ),
            AppleModule(
                name: "os",
                treatment: .wrapped,
                advice: "Put os_log and Logger behind '#if canImport(os)', or use swift-log."
            ),
        ]
        + [
            "AppKit", "AuthenticationServices", "Cocoa", "CoreData",
            "CoreTelephony", "Darwin", "DeviceCheck", "MobileCoreServices", "ObjectiveC",
            "SwiftUI", "SystemConfiguration", "UIKit", "WatchConnectivity", "WatchKit", "WebKit",
        ].map { name in
            AppleModule(
                name: name,
                treatment: .wrapped,
                advice: "Put what uses \(name) behind '#if canImport(\(name))'."
            )
        }
}
