internal import CKeychainPlatform
package import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// The variables of a command that this process becomes.
///
/// The process is replaced, not a parent of the command: its status, signals and terminal are those
/// of the command, and nothing with secrets stays in memory beside it.
package struct CommandVariables {
    /// Names and values, in the order in which they were set; a later one replaces an earlier one.
    private var variables: [(name: String, value: SecretBytes)] = []

    package init() {}

    /// Sets a variable.
    ///
    /// - Throws: ``Failure`` for a name or a value that no variable can have.
    package mutating func set(_ name: String, _ value: SecretBytes) throws(Failure) {
        try Self.check(name)
        guard value.withUnsafeBytes({ !$0.contains(0) }) else {
            throw Failure(
                .badInput,
                "\(name): the secret contains a zero byte, which no variable can have",
                advice: "use --file \(name)=… to give the command a file"
            )
        }
        variables.removeAll { $0.name == name }
        variables.append((name, value))
    }

    /// Puts a secret into a file without a name, in memory, that no process can change, and sets a
    /// variable to its path.
    ///
    /// - Throws: ``Failure`` for a name that no variable can have, or if there are no such files.
    package mutating func setFile(_ name: String, _ content: SecretBytes) throws(Failure) {
        try Self.check(name)
        let file = content.withUnsafeBytes { pk_sealed_file($0.baseAddress, $0.count) }
        guard file >= 0 else {
            throw Failure(
                .fileError,
                "\(name): cannot make a file in memory: \(String(cString: strerror(errno)))",
                advice: "use --env \(name)=… if the command can read a variable"
            )
        }
        // Of the command's own process, whose children inherit the file too.
        try set(name, SecretBytes(utf8: "/proc/self/fd/\(file)"))
    }

    private static func check(_ name: String) throws(Failure) {
        guard !name.isEmpty, !name.utf8.contains(0), !name.contains(sign: "=") else {
            throw Failure(
                .usage,
                "'\(name)' is no name of a variable",
                advice: "write NAME=reference"
            )
        }
    }

    /// Replaces this process by a command, which is searched for in its PATH.
    ///
    /// - Parameter words: The command and its arguments, at least one.
    /// - Throws: ``Failure`` if the command cannot be started, with the status of a shell: 127 if
    ///   there is none, else 126.
    package func execute(_ words: [String]) throws(Failure) -> Never {
        guard let command = words.first, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw Failure(.usage, "there is no command", advice: "write it after '--'")
        }
        let block = SecretText.joined(
            variables.flatMap {
                [.text("\($0.name)="), .secret($0.value), .text("\0")]
            }
        )
        let failure = block.withUnsafeBytes { bytes in
            Self.withStrings(words) { pk_execute($0, bytes.baseAddress, bytes.count) }
        }
        throw Failure(starting: command, failure)
    }

    /// Calls with strings of C and the null pointer at their end.
    private static func withStrings(
        _ words: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        let strings = words.map { strdup($0) } + [nil]
        defer { for string in strings { free(string) } }
        return strings.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? ENOMEM
        }
    }
}

extension Failure {
    /// The failure of a command that cannot be started, with the status of a shell: 127 if there is none, else 126.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - number: The `errno` of the attempt.
    package init(starting command: String, _ number: Int32) {
        guard number == ENOENT else {
            self.init(
                .notExecutable,
                "cannot run \(command): \(String(cString: strerror(number)))",
                advice: "check its permissions"
            )
            return
        }
        self.init(.noCommand, "there is no command \(command)", advice: "check the name")
    }
}
