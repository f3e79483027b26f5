import CommonCrypto
import Foundation

extension Notebook {
    /// A longer name for a text, by the functions of old.
    public static func checksum(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
        let data = Data(text.utf8)
        data.withUnsafeBytes { _ = CC_SHA1($0.baseAddress, CC_LONG(data.count), &digest) }
        return digest.map { String(format: "%02x", $0) }.joined()
    }
}
