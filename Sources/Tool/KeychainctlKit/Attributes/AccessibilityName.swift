package import PortableKeychain

/// The command line's names for values of `Accessibility`, such as `when-unlocked`.
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

    /// The value for a name, or for Apple's letters (`ak`, `ck`, …); `nil` for any other text.
    package static func parse(_ text: String) -> Accessibility? {
        names.first { $0.0 == text }?.1 ?? Accessibility(rawValue: text)
    }

    /// The text of an access control: its accessibility, followed by the required proofs.
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
