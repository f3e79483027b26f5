@_spi(Keepers) package import PortableKeychain

/// The values that a runner compares to find out whether a round may have something to do.
package struct SyncMark: Sendable, Equatable {
    /// The change mark of the keychain: each transaction of any program replaces it.
    package var change: [UInt8]
    /// Whether items that need an unlocked keychain can be read.
    ///
    /// A lock and an unlock change nothing in the file.
    package var isUnlocked: Bool
    /// A counter of the remote's hints, which begins again after 255; 0 for a remote that gives none.
    package var hints: UInt8

    package init(change: [UInt8], isUnlocked: Bool = true, hints: UInt8 = 0) {
        (self.change, self.isUnlocked, self.hints) = (change, isUnlocked, hints)
    }
}

extension Keychain {
    /// The mark without hints of the remote.
    ///
    /// - Throws: Any error of reading the file.
    package var syncMark: SyncMark {
        get throws(KeychainError) {
            SyncMark(change: try changeMark, isUnlocked: try lockState == .unlocked)
        }
    }
}
