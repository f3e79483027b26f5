internal import ArgumentParser
internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import Transfer

/// `keychainctl run`.
struct RunCommand: CommandStarter {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command with secrets in its variables or files.",
        discussion: """
            A reference names a secret: the name of an item such as service/account, or \
            server:host/account, label:text, key:label or certificate:label (both as PEM); %2F \
            stands for '/'. All \
            secrets are read before the command starts; if one is missing (status 44) or cannot \
            be read, it does not start. The command takes the place of this process, so its \
            status, signals and terminal are its own.

            Variables can be read by other programs of the same user. With --file, the variable \
            has the path of a file in memory, which nobody can change. Programs of the same user \
            can read that, too, if they look for it; those that list variables do not show it.

            A file for --env-file has lines NAME=value. Values that begin with 'keychain:' are \
            references, so the file holds no secret and can be committed. Later variables replace \
            earlier ones: first those of files, then --env, then --file.

            EXAMPLES
              keychainctl run --env NPM_TOKEN=npm/ci -- npm publish
              keychainctl run --file KEY=key:deploy -- sh -c 'openssl pkey -in "$KEY" -text'
              keychainctl run --env-file .env -- ./server
            """
    )

    @Option(
        help: ArgumentHelp(
            "Set a variable to a secret. Repeatable.",
            valueName: "name=reference"
        )
    )
    var env: [String] = []

    @Option(
        help: ArgumentHelp(
            "Put a secret into a file in memory, and set a variable to its path. Repeatable.",
            valueName: "name=reference"
        )
    )
    var file: [String] = []

    @Option(
        help: ArgumentHelp(
            "Set the variables of a file; 'keychain:' before a value marks a reference. Repeatable.",
            valueName: "file"
        ),
        completion: .file()
    )
    var envFile: [String] = []

    @OptionGroup var place: KeychainOptions

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The command and its arguments, after '--'.", valueName: "command")
    )
    var command: [String] = []

    func validate() throws { try checkCommand() }

    func run() throws {
        // Everything that can be wrong without a keychain comes first.
        var plan: [Assignment] = []
        for path in envFile { plan += try Assignment.all(of: path) }
        plan += try env.map { try Assignment($0, isFile: false) }
        plan += try file.map { try Assignment($0, isFile: true) }

        var variables = CommandVariables()
        let needsKeychain = plan.contains { $0.reference != nil }
        let items = needsKeychain ? Items(keychain: try place.open()) : nil
        for assignment in plan { try assignment.perform(on: &variables, items) }
        try variables.execute(words)
    }

    /// One variable that is to be set.
    private struct Assignment {
        let name: String
        /// `nil` for a variable with a plain value.
        var reference: SecretReference?
        var value = SecretBytes([])
        var isFile = false

        /// Reads `NAME=reference`.
        init(_ text: String, isFile: Bool) throws(Failure) {
            let named = try NamedReference(text, naming: "sets no variable")
            name = named.name
            reference = named.reference
            self.isFile = isFile
        }

        private init(name: String, value: SecretBytes) throws(Failure) {
            self.name = name
            let scheme = Array(SecretReference.scheme.utf8)
            guard value.withUnsafeBytes({ $0.starts(with: scheme) }) else {
                self.value = value
                return
            }
            reference = try SecretReference(value.string() ?? "")
        }

        /// The variables of a file.
        static func all(of path: String) throws -> [Assignment] {
            let text = try SecretInput.secretFile(path)
            let store: ForeignStore
            do throws(FormatProblem) {
                store = try EnvironmentFile.store(text, service: path)
            } catch {
                throw Failure(error).about(path)
            }
            return try store.entries.map { entry in
                do throws(Failure) {
                    return try Assignment(name: entry.title, value: entry.password)
                } catch {
                    throw error.about("\(path): \(entry.title)")
                }
            }
        }

        func perform(on variables: inout CommandVariables, _ items: Items?) throws(Failure) {
            guard let reference, let items else { return try variables.set(name, value) }
            let secret = try items.secret(reference, for: name)
            if isFile {
                try variables.setFile(name, secret)
            } else {
                try variables.set(name, secret)
            }
        }
    }
}
