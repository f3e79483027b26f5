/// The behavior of an authenticator in software; all of it can change between two calls.
package struct Behavior: Equatable, Sendable {
    /// The user's action when the authenticator waits for a touch.
    package enum Touch: String, Sendable {
        case given
        /// The authenticator waits until it is asked to stop.
        case never
        /// The person presses the button that declines.
        case declined
        /// The authenticator stops waiting by itself.
        case tooLate
    }

    /// The fault of the connection.
    package enum Fault: String, Sendable {
        case none
        /// Every answer is bytes without a meaning, in frames of the right channel.
        case garbage
        /// Every answer is a stream of frames of another channel.
        case otherChannel
        /// An answer stops in its middle, and nothing follows.
        case half
        /// The authenticator is pulled out when a touch is wanted.
        case removed
        /// The authenticator cannot be opened.
        case closed
        /// The authenticator answers the command for a secret without one.
        case noSecret
        /// Its secret is one byte short.
        case shortSecret
    }

    package var touch = Touch.given
    package var fault = Fault.none
    /// The PIN; `nil` if none is set.
    package var pin: String?
    package var triesLeft = 8
    /// The wrong PINs since it was connected.
    package var wrongInARow = 0
    /// The versions of the PIN protocol that it speaks, the preferred one first.
    package var protocols = [2, 1]
    package var hasHMACSecret = true
    /// Tokens for the PIN have permissions (CTAP 2.1); without, the older command is used.
    package var hasPermissions = true
    /// Credentials need no PIN although one is set (CTAP 2.1, `makeCredUvNotRqd`).
    package var makesCredentialsWithoutPIN = false
    /// Refuses questions that need no touch, as some older authenticators do.
    package var refusesSilence = false
    /// The time, in milliseconds, that it works on an answer, reporting that it does.
    package var delay = 0

    package init() {}
}
