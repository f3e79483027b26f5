internal import CKeychainPlatform
internal import Crypto
internal import CryptoExtras
internal import Synchronization

/// AES-CMAC (NIST SP 800-38B) with a key that is expanded once, where the platform has the functions
/// for it.
///
/// The last reference zeroes the expanded key. A class for that reason.
final class MessageCode: Sendable {
    // It has expanded its key too, but a copy of it takes three times as long as the code.
    private let base: AES.CMAC
    // Used only by the thread that has set the flag. Not a mutex: no thread waits for it.
    nonisolated(unsafe) private let mac: OpaquePointer?
    private let isInUse = Atomic(false)

    /// Expands a key.
    ///
    /// - Parameters:
    ///   - key: The key, 32 bytes.
    ///   - isExpanded: False for tests of platforms where keys cannot be expanded.
    /// - Throws: Never in practice, because the key has the right length.
    init(_ key: SymmetricKey, isExpanded: Bool = true) throws(KeychainError) {
        guard key.bitCount == Limits.keyLength * 8, let base = try? AES.CMAC(key: key) else {
            throw KeychainError(.internalError)
        }
        self.base = base
        mac =
            isExpanded
            ? key.withUnsafeBytes { bytes in
                bytes.bindMemory(to: UInt8.self).baseAddress.flatMap { pk_mac_make($0) }
            } : nil
    }

    deinit { if let mac { pk_mac_free(mac) } }

    /// Whether codes are computed with the expanded key.
    var isExpanded: Bool { mac != nil }

    /// Calls a body with the code of a message, 16 bytes.
    func of<R>(_ message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeTemporaryAllocation(byteCount: Limits.codeLength, alignment: 8) { code in
            if isComputed(message, into: code) { return body(UnsafeRawBufferPointer(code)) }
            var mac = base
            mac.update(bufferPointer: message)
            return mac.finalize().withUnsafeBytes(body)
        }
    }

    /// The content of a file before the code at its end; `nil` if that is not its code.
    func content(of file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard file.count >= Limits.codeLength else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: file.dropLast(Limits.codeLength))
        let code = UnsafeRawBufferPointer(rebasing: file.suffix(Limits.codeLength))
        // The library's operator for codes is generic, and takes 770,000 instructions once.
        let isAuthentic = of(content) { expected in
            guard let left = expected.baseAddress, let right = code.baseAddress else {
                return false
            }
            return pk_equal(left, right, Limits.codeLength) == 1
        }
        return isAuthentic ? content : nil
    }

    /// A content with its code at the end.
    func file(of content: [UInt8]) -> [UInt8] {
        content + content.withUnsafeBytes { of($0) { Array($0) } }
    }

    /// Computes a code with the expanded key; false without one, or while another thread uses it.
    private func isComputed(
        _ message: UnsafeRawBufferPointer,
        into code: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let mac else { return false }
        guard
            isInUse.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
        else { return false }
        defer { isInUse.store(false, ordering: .releasing) }
        return pk_mac_code(
            mac,
            message.bindMemory(to: UInt8.self).baseAddress,
            message.count,
            code.bindMemory(to: UInt8.self).baseAddress
        ) == 1
    }
}
