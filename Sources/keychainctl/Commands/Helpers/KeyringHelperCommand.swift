internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl helper keyring`, and `keyring`.
struct KeyringHelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyring",
        abstract: "Store passwords for pip and other Python programs.",
        discussion: """
            Replaces the 'keyring' program of Python's keyring package, which pip, uv, twine and \
            others call, and does not require Python. Passwords are stored as generic passwords, \
            as that package does on macOS.

            EXAMPLES
              keychainctl install-links ~/.local/bin keyring
              keyring set https://pypi.example.com/simple/ me
              pip install --keyring-provider subprocess \\
                  --index-url https://me@pypi.example.com/simple/ package
            """
    )

    @Argument(help: "The operation.") var operation: Operation
    @Argument(help: "The service: a name, or the address of an index.")
    var service: String
    @Argument(help: "The user; optional for 'get --mode creds'.")
    var username: String?
    @Option(help: "What 'get' prints: only the password, or the user and the password.")
    var mode: Mode = .password
    @Option(help: "The output format of 'get'.") var output: Output = .plain
    @Flag(help: "Read and print passwords exactly, without adding or removing a newline.")
    var exact = false
    @OptionGroup var options: HelperOptions

    /// The password operations of Python's program.
    enum Operation: String, ExpressibleByArgument {
        case get
        case set
        case del
    }

    enum Mode: String, ExpressibleByArgument {
        case password
        case creds
    }

    enum Output: String, ExpressibleByArgument {
        case plain
        case json
    }

    func run() throws {
        let item = ServicePassword(service: service, username: username)
        guard username != nil || (operation == .get && mode == .creds) else {
            throw Failure(.usage, "the user is missing", advice: "see --help")
        }
        switch operation {
        case .get:
            guard let (user, password) = try item.find(in: options.keychain.store()) else {
                // Callers use only the status, and Python's program does not print a message
                // either.
                throw ExitCode(1)
            }
            try Self.show(user, password, mode, output, isExact: exact)
        case .set: try item.set(password(), in: options.keychain.storeToWrite())
        case .del:
            guard try item.delete(in: options.keychain.store()) else {
                throw Failure(
                    .noPassword,
                    "there is no such password",
                    advice: "'keychainctl list' shows all items"
                )
            }
        }
    }

    /// The new password: typed twice on a terminal, otherwise standard input without a newline at
    /// its end, which the callers of Python's program write.
    private func password() throws(Failure) -> SecretBytes {
        if Terminal.inputIsTerminal {
            return try SecretPrompt.askTwice("Password: ", again: "Password again: ")
        }
        let all = try LineReader().rest()
        let endsLine = all.withUnsafeBytes { $0.last == UInt8(ascii: "\n") }
        return endsLine && !exact ? SecretText.part(of: all, 0..<all.count - 1) : all
    }

    private static func show(
        _ user: String,
        _ password: SecretBytes,
        _ mode: Mode,
        _ output: Output,
        isExact: Bool
    ) throws(Failure) {
        guard SecretText.isText(password) else {
            throw Failure(
                .badInput,
                "the stored secret is not UTF-8 text",
                advice: "read it with 'keychainctl get'"
            )
        }
        guard output == .plain else {
            let user: [(String, JSON)] = mode == .creds ? [("username", .string(user))] : []
            Terminal.jsonLine(.object(user + [("password", .secret(password))]))
            return
        }
        let end: [SecretText.Piece] = isExact || Terminal.isInteractive ? [] : [.text("\n")]
        let start: [SecretText.Piece] = mode == .creds ? [.text("\(user)\n")] : []
        SecretOutput.write(SecretText.joined(start + [.secret(password)] + end))
    }
}
