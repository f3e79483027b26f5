#if os(iOS) || os(macOS)
import CryptoKit
import Foundation
import os.log

/// Marks what a box held, by a key of this device if it has one.
public struct Seal {
    private static let logger = Logger(subsystem: "com.example.strongbox", category: "seal")

    public static func mark(_ secret: Data) -> Data? {
        guard SecureEnclave.isAvailable else {
            logger.notice("no enclave for \(secret.count) bytes")
            return nil
        }
        do {
            let key = try SecureEnclave.P256.Signing.PrivateKey()
            return try key.signature(for: secret).rawRepresentation
        } catch {
            logger.error("no mark: \(error, privacy: .public)")
            return nil
        }
    }
}
#endif
