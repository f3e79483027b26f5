/// The way to reach a token.
package enum TokenReach: UInt8, Sendable {
    /// The token is reached by its device.
    case device = 1
    /// Through the agent of the system, which seals secrets for users without access to the device.
    case agent = 2
}
