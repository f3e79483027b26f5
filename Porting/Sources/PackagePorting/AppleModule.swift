/// A module that exists on Apple's platforms only, and its treatment.
struct AppleModule: Sendable {
    let name: String
    /// The treatment of an `import` of it.
    let treatment: Treatment
    /// The module that takes its place.
    let advice: String
    /// Whether it shows something to people.
    var isInterface = false
    /// Words for which another module is imported in its place.
    var others: [(word: String, module: String)] = []

    /// The condition that is true where the module is to be imported.
    var condition: String {
        // Linux has a module of this name too, whose types are not those of the Security module.
        name == "CoreFoundation" ? "canImport(Darwin)" : "canImport(\(name))"
    }
    /// Whether Linux has no module of the name.
    var isMissing: Bool { name != "CoreFoundation" }

    /// The treatment of an `import`.
    enum Treatment: Sendable {
        /// Left as it is: a person has to decide.
        case left
        /// The `import` is put behind `#if canImport(…)`. Most sources need nothing in its place;
        /// the compiler names the uses that do.
        case wrapped
        /// Another module is imported where it is missing.
        case replaced(module: String)
    }

    static func named(_ name: String) -> AppleModule? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// The modules; those that are replaced come before those that are only named.
    static let all: [AppleModule] =
        known
        + interfaces.map {
            AppleModule(name: $0, treatment: .wrapped, advice: behind($0), isInterface: true)
        }
        + services.map { AppleModule(name: $0, treatment: .wrapped, advice: behind($0)) }

    private static func behind(_ name: String) -> String {
        "Put what uses \(name) behind '#if canImport(\(name))'."
    }

    private static let known: [AppleModule] = [
        AppleModule(
            name: "CommonCrypto",
            treatment: .replaced(module: Vocabulary.commonCrypto.rawValue),
            advice: "It has digests, HMAC, PBKDF2, AES in CBC and CTR mode, and random bytes."
        ),
        AppleModule(
            name: "CryptoKit",
            treatment: .replaced(module: Vocabulary.crypto.rawValue),
            advice: "Keys of SecureEnclave are made in the token of the keychain's configuration.",
            others: [("SecureEnclave", Vocabulary.cryptoKit.rawValue)]
        ),
        AppleModule(
            name: "CoreFoundation",
            treatment: .wrapped,
            advice: "The module Security has the names that keychain code uses of it."
        ),
        AppleModule(
            name: "Darwin",
            treatment: .replaced(module: "Glibc"),
            advice: "It has the functions of POSIX; others are Darwin's alone."
        ),
        AppleModule(
            name: "Combine",
            treatment: .wrapped,
            advice: "Put publishers and ObservableObject behind '#if canImport(Combine)'."
        ),
        AppleModule(
            name: "os",
            treatment: .replaced(module: Vocabulary.osLog.rawValue),
            advice: "It writes messages to the standard error."
        ),
        AppleModule(
            name: "OSLog",
            treatment: .replaced(module: Vocabulary.osLog.rawValue),
            advice: "It writes messages to the standard error."
        ),
        AppleModule(
            name: "System",
            treatment: .left,
            advice: "Use the product SystemPackage of swift-system."
        ),
        AppleModule(
            name: "Compression",
            treatment: .left,
            advice:
                "Call zlib, as a system library target, or put it behind '#if canImport(Compression)'."
        ),
        AppleModule(
            name: "Network",
            treatment: .wrapped,
            advice: "Put connections behind '#if canImport(Network)', or use swift-nio."
        ),
        AppleModule(
            name: "CryptoTokenKit",
            treatment: .wrapped,
            advice:
                "Smart cards have no module here. Put them behind '#if canImport(CryptoTokenKit)'."
        ),
        AppleModule(
            name: "AuthenticationServices",
            treatment: .wrapped,
            advice:
                "Passkeys and sign-in need Apple's systems. Put them behind '#if canImport(AuthenticationServices)'."
        ),
    ]

    private static let interfaces = [
        "ARKit", "AVKit", "ActivityKit", "AppIntents", "AppKit", "CarPlay", "Charts", "ClockKit",
        "Cocoa",
        "ContactsUI", "CoreAnimation", "CoreGraphics", "CoreHaptics", "CoreImage", "CoreText",
        "EventKitUI",
        "GLKit", "HealthKitUI", "IntentsUI", "LinkPresentation", "LocalAuthenticationEmbeddedUI",
        "MapKit",
        "MessageUI", "Messages", "Metal", "MetalKit", "NotificationCenter", "PDFKit", "PencilKit",
        "PhotosUI", "Quartz", "QuartzCore", "QuickLook", "QuickLookThumbnailing", "RealityKit",
        "ReplayKit",
        "SafariServices", "SceneKit", "ScreenCaptureKit", "SecurityInterface", "Social",
        "SpriteKit",
        "StoreKit", "SwiftUI", "TVUIKit", "TipKit", "UIKit", "UserNotificationsUI", "WatchKit",
        "WebKit",
        "WidgetKit",
    ]

    private static let services = [
        "AVFAudio", "AVFoundation", "Accelerate", "Accounts", "AdServices", "AdSupport",
        "AddressBook",
        "AppTrackingTransparency", "ApplicationServices", "AudioToolbox", "AudioUnit", "Automator",
        "BackgroundTasks", "BusinessChat", "CFNetwork", "CallKit", "Carbon", "ClassKit", "CloudKit",
        "Collaboration", "Contacts", "CoreAudio", "CoreBluetooth", "CoreData", "CoreLocation",
        "CoreMIDI",
        "CoreML", "CoreMedia", "CoreMotion", "CoreNFC", "CoreServices", "CoreSpotlight",
        "CoreTelephony",
        "CoreTransferable", "CoreVideo", "CoreWLAN", "CreateML", "DeviceActivity", "DeviceCheck",
        "DeviceDiscoveryExtension", "DirectoryService", "DiskArbitration", "EndpointSecurity",
        "EventKit",
        "ExceptionHandling", "ExposureNotification", "ExtensionFoundation", "ExternalAccessory",
        "FSEvents", "FamilyControls", "FileProvider", "FinanceKit", "FoundationModels", "GSS",
        "GameController",
        "GameKit", "GroupActivities", "HealthKit", "HomeKit", "IOBluetooth", "IOKit", "IOSurface",
        "IdentityLookup", "ImageIO", "Intents", "JavaScriptCore", "LatentSemanticMapping",
        "MLCompute",
        "MachO", "ManagedSettings", "MediaAccessibility", "MediaLibrary", "MediaPlayer",
        "MediaToolbox",
        "MetricKit", "MobileCoreServices", "MultipeerConnectivity", "MusicKit", "NaturalLanguage",
        "NearbyInteraction", "NetworkExtension", "ObjectiveC", "OpenDirectory", "PassKit", "Photos",
        "PushKit", "PushToTalk", "SafetyKit", "ScriptingBridge", "SecurityFoundation", "SensorKit",
        "ServiceManagement", "SharedWithYou", "ShazamKit", "SoundAnalysis", "Speech", "SwiftData",
        "SystemConfiguration", "SystemExtensions", "TabularData", "Translation",
        "UniformTypeIdentifiers",
        "UserNotifications", "VideoToolbox", "Virtualization", "Vision", "VisionKit",
        "WatchConnectivity",
        "WeatherKit", "WorkoutKit", "XPC", "simd", "vmnet",
    ]
}
