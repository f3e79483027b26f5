internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl helper keyring`, and `keyring`.
struct KeyringHelperCommand: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramName.keyring.commandName,
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

    /// The operation, the item, the form of the output, and the keychain.
    struct Order: Equatable {
        let operation: Operation
        let service: String
        let username: String?
        let mode: Mode
        let output: Output
        let exact: Bool
        let place: KeychainChoice
    }

    func order() -> Order {
        Order(
            operation: operation,
            service: service,
            username: username,
            mode: mode,
            output: output,
            exact: exact,
            place: options.place.choice
        )
    }

    static let plainOptions = HelperOptions.plain + ["mode", "output"]
    static let plainFlags = ["exact"]

    static func order(_ words: PlainWords) -> Order? {
        guard (2...3).contains(words.operands.count),
            let operation = Operation(rawValue: words.operands[0]),
            let mode = Mode(rawValue: words["mode"] ?? Mode.password.rawValue),
            let output = Output(rawValue: words["output"] ?? Output.plain.rawValue)
        else { return nil }
        return Order(
            operation: operation,
            service: words.operands[1],
            username: words.operands.count == 3 ? words.operands[2] : nil,
            mode: mode,
            output: output,
            exact: words.flags.contains("exact"),
            place: KeychainChoice(name: words["keychain"])
        )
    }

    static func perform(_ order: Order) throws {
        let item = ServicePassword(service: order.service, username: order.username)
        guard order.username != nil || (order.operation == .get && order.mode == .creds) else {
            throw Failure(.usage, "the user is missing", advice: "see --help")
        }
        let keychain = HelperKeychain(order.place)
        switch order.operation {
        case .get:
            guard let (user, password) = try item.find(in: keychain.store()) else {
                // Callers use only the status, and Python's program does not print a message
                // either.
                throw ExitCode(1)
            }
            try show(user, password, order.mode, order.output, isExact: order.exact)
        case .set: try item.set(password(isExact: order.exact), in: keychain.storeToWrite())
        case .del:
            guard try item.delete(in: keychain.store()) else {
                throw Failure(
                    .noPassword,
                    "there is no such password",
                    advice: "'keychainctl list' shows all items"
                )
            }
        }
    }

    /// The new password: typed twice on a terminal, otherwise standard input without the end of its
    /// last line, which the callers of Python's program write.
    private static func password(isExact: Bool) throws(Failure) -> SecretBytes {
        if Terminal.inputIsTerminal {
            return try SecretPrompt.askTwice("Password: ", again: "Password again: ")
        }
        let all = try LineReader().rest()
        return isExact ? all : SecretText.withoutLineEnd(all)
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
