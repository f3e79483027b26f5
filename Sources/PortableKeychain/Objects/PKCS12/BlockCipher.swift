/// A cipher on blocks of 8 bytes, of the kind that older bundles use.
protocol BlockCipher {
    /// Undoes the encryption of one block.
    func decrypt(_ block: UInt64) -> UInt64
}

extension BlockCipher {
    /// Undoes the encryption of a chain of blocks, and takes the padding off (RFC 8018, 6.1.1).
    ///
    /// - Returns: The content; `nil` when length or padding are wrong.
    func decrypt(chain ciphertext: ArraySlice<UInt8>, vector: [UInt8]) -> [UInt8]? {
        guard !ciphertext.isEmpty, ciphertext.count % 8 == 0, vector.count == 8 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(ciphertext.count)
        var previous = vector.reduce(0) { $0 << 8 | UInt64($1) }
        for start in stride(from: ciphertext.startIndex, to: ciphertext.endIndex, by: 8) {
            let block = ciphertext[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
            let plain = decrypt(block) ^ previous
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: plain >> shift))
            }
            previous = block
        }
        guard let padding = result.last, (1...8).contains(padding),
            result.suffix(Int(padding)).allSatisfy({ $0 == padding })
        else {
            result.withUnsafeMutableBytes { SecretBuffer.zero($0) }
            return nil
        }
        result.removeLast(Int(padding))
        return result
    }
}
