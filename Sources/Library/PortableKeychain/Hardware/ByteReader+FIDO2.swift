/// The parts that requests and answers share; a number that is too large is refused.
extension ByteReader {
    func fido2Require(_ condition: Bool) throws(KeychainError) {
        guard condition else { throw KeychainError(.corrupt) }
    }

    mutating func fido2Flag() throws(KeychainError) -> Bool {
        let flag = try integer(UInt8.self)
        try fido2Require(flag <= 1)
        return flag == 1
    }

    mutating func fido2Count(_ most: Int) throws(KeychainError) -> Int {
        let count = Int(try integer(UInt8.self))
        try fido2Require(count <= most)
        return count
    }

    mutating func fido2Text() throws(KeychainError) -> String {
        let bytes = try sized()
        guard bytes.count <= FIDO2Request.longestName,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw KeychainError(.corrupt) }
        return text
    }

    mutating func fido2Credential() throws(KeychainError) -> [UInt8] {
        let bytes = try sized()
        try fido2Require(1...FIDO2Request.longestCredential ~= bytes.count)
        return Array(bytes)
    }

    /// A PIN; `nil` if it is empty.
    mutating func fido2PIN() throws(KeychainError) -> SecretBytes? {
        let bytes = try sized()
        try fido2Require(bytes.count <= FIDO2Request.longestPIN)
        return bytes.isEmpty ? nil : SecretBytes(bytes)
    }

    mutating func fido2Secret() throws(KeychainError) -> SecretBytes {
        SecretBytes(try raw(FIDO2Request.secretLength))
    }
}

extension SecretEncoder {
    /// Appends a secret with its length; for `nil`, a length of 0.
    mutating func fido2Sized(_ secret: SecretBytes?) {
        if let secret { sized(secret) } else { sized([UInt8]()) }
    }
}
