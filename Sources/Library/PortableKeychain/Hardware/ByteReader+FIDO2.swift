/// The parameters of a slot.
extension ByteReader {
    private func fido2Require(_ condition: Bool) throws(KeychainError) {
        guard condition else { throw KeychainError(.corrupt) }
    }

    mutating func fido2Flag() throws(KeychainError) -> Bool {
        let flag = try integer(UInt8.self)
        try fido2Require(flag <= 1)
        return flag == 1
    }

    mutating func fido2Credential() throws(KeychainError) -> [UInt8] {
        let bytes = try sized()
        try fido2Require(1...FIDO2Request.longestCredential ~= bytes.count)
        return Array(bytes)
    }
}
