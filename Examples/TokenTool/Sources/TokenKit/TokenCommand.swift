import Foundation
import PortableKeychain

/// The commands of the tool, with their input and output as parameters.
package struct TokenCommand {
    package static let help = """
        Usage: token set|get|forget|status [ACCOUNT]

          set      keep the token that is on standard input
          get      print the token
          forget   remove it
          status   say whether there is one, without reading it

        Without ACCOUNT, the account is "default".

        """

    /// The statuses with which the tool ends, as sysexits.h names them.
    package enum Status: Int32, Sendable {
        case success = 0
        /// There is no token.
        case missing = 1
        /// EX_USAGE.
        case wrongUse = 64
        /// EX_UNAVAILABLE: the keychain cannot be used.
        case unavailable = 69
        /// EX_TEMPFAIL: the keychain is locked; try again when it is not.
        case locked = 75
    }

    private let keychain: () throws(KeychainError) -> Keychain
    private let input: () -> Data
    private let output: (Data) -> Void
    private let complaint: (String) -> Void

    /// - Parameters:
    ///   - keychain: Opens the keychain. It is not opened for help.
    ///   - input: Reads standard input to its end.
    ///   - output: Writes to standard output.
    ///   - complaint: Writes a line to standard error.
    package init(
        keychain: @escaping () throws(KeychainError) -> Keychain,
        input: @escaping () -> Data,
        output: @escaping (Data) -> Void,
        complaint: @escaping (String) -> Void
    ) {
        self.keychain = keychain
        self.input = input
        self.output = output
        self.complaint = complaint
    }

    package func run(_ arguments: [String]) -> Status {
        guard let verb = arguments.first, verb != "--help" else {
            output(Data(Self.help.utf8))
            return .success
        }
        guard arguments.count <= 2 else { return wrongUse("Give one account.") }
        let account = arguments.dropFirst().first ?? "default"
        do throws(KeychainError) {
            let tokens = TokenStore(account: account, in: try keychain())
            switch verb {
            case "set": return try set(tokens)
            case "get": return try get(tokens)
            case "forget": return try tokens.forget() ? .success : missing(account)
            case "status": return try tokens.hasToken() ? .success : missing(account)
            default: return wrongUse("There is no command '\(verb)'.")
            }
        } catch {
            return failed(error)
        }
    }

    private func set(_ tokens: TokenStore) throws(KeychainError) -> Status {
        var data = input()
        defer { data.resetBytes(in: data.startIndex..<data.endIndex) }
        // A line ends with a line feed that is not a part of the token.
        let token = data.last == UInt8(ascii: "\n") ? data.dropLast() : data[...]
        guard !token.isEmpty else { return wrongUse("There is no token on standard input.") }
        try tokens.store(SecretBytes(token))
        return .success
    }

    private func get(_ tokens: TokenStore) throws(KeychainError) -> Status {
        guard let token = try tokens.token() else { return missing(tokens.account) }
        token.withUnsafeBytes { output(Data($0)) }
        output(Data("\n".utf8))
        return .success
    }

    private func missing(_ account: String) -> Status {
        complaint("There is no token for '\(account)'. Store one with 'token set'.")
        return .missing
    }

    private func wrongUse(_ sentence: String) -> Status {
        complaint("\(sentence) See 'token --help'.")
        return .wrongUse
    }

    private func failed(_ error: KeychainError) -> Status {
        switch error.code {
        case .locked:
            complaint("The keychain is locked. Unlock it, on Linux with 'keychainctl unlock'.")
            return .locked
        default:
            complaint(error.localizedDescription)
            return .unavailable
        }
    }
}
