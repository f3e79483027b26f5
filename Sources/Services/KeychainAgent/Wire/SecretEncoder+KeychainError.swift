internal import PortableKeychain

extension SecretEncoder {
    mutating func code(_ code: KeychainError.Code) {
        text(code.name)
        integer(code.status)
    }

    mutating func error(_ error: KeychainError) {
        code(error.code)
        optional(error.operation) { $0.text($1.rawValue) }
        text(error.reason)
        optional(error.keychain) { $0.text($1) }
    }
}

extension ByteReader {
    mutating func code() throws(KeychainError) -> KeychainError.Code {
        let name = try text()
        return .received(name, try integer())
    }

    mutating func error() throws(KeychainError) -> KeychainError {
        let code = try code()
        let operation = try maybeText().map { KeychainError.Operation(rawValue: $0) }
        var error = KeychainError(code, during: operation, reason: try text())
        error.keychain = try maybeText()
        return error
    }
}
