package import PortableKeychain

/// What this tool calls the times at which an item can be read.
package enum AccessibilityName {
    private static let names: [(String, Accessibility)] = [
        ("when-unlocked", .whenUnlocked),
        ("after-first-unlock", .afterFirstUnlock),
        ("always", .always),
        ("when-unlocked-this-device-only", .whenUnlockedThisDeviceOnly),
        ("after-first-unlock-this-device-only", .afterFirstUnlockThisDeviceOnly),
        ("always-this-device-only", .alwaysThisDeviceOnly),
        ("when-passcode-set-this-device-only", .whenPasscodeSetThisDeviceOnly),
    ]

    /// All names.
    package static var all: [String] { names.map(\.0) }

    /// The name of a value.
    package static func name(_ accessibility: Accessibility) -> String {
        names.first { $0.1 == accessibility }?.0 ?? accessibility.rawValue
    }

    /// The value of a name, or of Apple's letters (`ak`, `ck`, …).
    package static func parse(_ text: String) -> Accessibility? {
        names.first { $0.0 == text }?.1 ?? Accessibility(rawValue: text)
    }

    /// A protection with what must be proven.
    package static func text(_ control: AccessControl) -> String {
        let proofs: [(AccessControl.Constraints, String)] = [
            (.userPresence, "user-presence"), (.biometryAny, "any-biometry"),
            (.biometryCurrentSet, "present-biometry"), (.devicePasscode, "passcode"),
            (.companion, "companion"), (.applicationPassword, "application-password"),
            (.privateKeyUsage, "key-usage"), (.or, "any-of-these"), (.and, "all-of-these"),
        ]
        let needed = proofs.filter { control.constraints?.contains($0.0) == true }.map(\.1)
        return ([name(control.accessibility)] + needed).joined(separator: " ")
    }
}
