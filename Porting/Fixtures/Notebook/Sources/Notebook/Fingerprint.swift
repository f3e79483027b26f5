import CryptoKit
import Foundation

extension Notebook {
    /// A short name for a text, which tells nothing about it.
    public static func fingerprint(_ text: String) -> String {
        return SHA256.hash(data: Data(text.utf8)).prefix(4).map { String(format: "%02x", $0) }.joined()
    }
}
