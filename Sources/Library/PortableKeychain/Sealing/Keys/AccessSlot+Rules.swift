/// The rules of each kind of slot (vault-format.md §5.2).
extension AccessSlot.Kind {
    /// Whether the slot opens only together with the device key.
    var needsDeviceKey: Bool { self != .device && self != .recovery }

    /// Whether a slot of this kind locks the keychain: the device key alone no longer opens the
    /// user's root.
    var locks: Bool { needsDeviceKey }

    /// Whether a program brings the slot's secret.
    var comesFromOutside: Bool {
        switch self {
        case .token, .tokenWithPIN, .securityKey, .credential, .loginPassword: true
        case .device, .passcode, .recovery: false
        }
    }

    /// Whether the secret of a slot proves that its user is present.
    ///
    /// A service reads its credential by itself. A login password is given to the keychain by the
    /// login, which many programs can start, and no person has been asked about an item.
    var provesPresence: Bool { self != .credential && self != .loginPassword }

    /// Whether the secret is hashed at a cost, which is in the parameters.
    var isHashed: Bool { self == .passcode || self == .loginPassword }

    /// The greatest length of the parameters that a program chooses.
    var parameterLength: Int {
        switch self {
        case .token, .tokenWithPIN, .securityKey: Limits.slotParametersLength
        case .loginPassword: PasscodeHashing.encodedLength
        case .device, .passcode, .recovery, .credential: 0
        }
    }

    /// The labels of its two keys.
    var labels: (slot: String, presence: String) {
        switch self {
        case .device: (Labels.deviceSlot, Labels.presenceDevice)
        case .passcode: (Labels.passcodeSlot, Labels.presencePasscode)
        case .token: (Labels.tokenSlot, Labels.presenceToken)
        case .tokenWithPIN: (Labels.pinSlot, Labels.presencePIN)
        case .securityKey: (Labels.securityKeySlot, Labels.presenceSecurityKey)
        case .recovery: (Labels.recoverySlot, Labels.presenceRecovery)
        // These do not prove the user's presence, so nothing is ever wrapped by their second key.
        case .credential: (Labels.credentialSlot, Labels.presenceCredential)
        case .loginPassword: (Labels.loginSlot, Labels.presenceLogin)
        }
    }
}
