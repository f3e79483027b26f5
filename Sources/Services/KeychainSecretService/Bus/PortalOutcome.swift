package import PortableKeychain

/// The portal of the desktop, by which programs in sandboxes reach services outside.
package enum SecretPortal {
    /// Its name on the bus.
    package static let name = "org.freedesktop.portal.Desktop"
    /// The object that it calls, and the path above the objects of its requests.
    package static let root = "/org/freedesktop/portal/desktop"
}

/// The outcome of a request of the portal.
package enum PortalOutcome: Sendable {
    /// The secret, for the open file that the program has sent.
    case secret(SecretBytes)
    /// The user declined.
    case canceled
    /// There is no secret for another reason.
    case failed

    /// The reply to the portal.
    package var values: [BusValue] {
        let response: UInt32 =
            switch self {
            case .secret: 0
            case .canceled: 1
            case .failed: 2
            }
        return [.whole(response), .properties([])]
    }
}
