public import Foundation

/// The biometry that is enrolled on the device: none here.
public final class LADomainState: NSObject, Sendable {
    /// The enrolled biometry.
    public let biometry = LADomainStateBiometry()
    /// The paired devices.
    public let companion = LADomainStateCompanion()
    /// Identifies all that is enrolled: always `nil`, because nothing is.
    public var stateHash: Data? { nil }

    override init() {}
}

/// The enrolled biometry: none here.
public final class LADomainStateBiometry: NSObject, Sendable {
    /// The biometry of the device: none.
    public var biometryType: LABiometryType { .none }
    /// Identifies the enrolled biometry: always `nil`, because there is none.
    public var stateHash: Data? { nil }

    override init() {}
}

/// The paired devices that can stand for the user: none here.
public final class LADomainStateCompanion: NSObject, Sendable {
    /// The kinds of paired devices: none.
    public var availableCompanionTypes: Set<LACompanionType> { [] }
    /// Identifies the paired devices: always `nil`, because there are none.
    public var stateHash: Data? { nil }

    override init() {}

    /// Identifies the paired devices of a kind: always `nil`, because there are none.
    public func stateHash(for companionType: LACompanionType) -> Data? { nil }
}
