@_spi(Keepers) internal import KeychainTesting
@_spi(Keepers) package import PortableKeychain

/// The way in which a door reaches the keychain of a test.
///
/// Doors work on Linux on the library's own keeper, and on Apple's platforms on one that only
/// answers requests. A test that passes by one of the two shows nothing about the other.
package enum KeeperRun: String, CaseIterable, Sendable {
    /// On the keychain itself: with transactions, access groups, locking and proofs in advance.
    case direct
    /// Through a keeper that only passes requests on.
    case passThrough

    /// The run in which the current test is.
    @TaskLocal package static var current = KeeperRun.direct

    /// A keychain, as the door is to reach it in this run.
    package static func reaching(_ keychain: Keychain) -> Keychain {
        switch current {
        case .direct: keychain
        case .passThrough: Keychain(keeper: PassThroughKeeper(keychain))
        }
    }
}
