import CSessions
import Foundation
import PortableKeychain
import TestRounds
import Testing

/// The built program, run as a user of its own would: nothing in the environment but a home folder.
struct Tool {
    /// The folder that it runs in, and the home of its user.
    let folder: String
    /// The folders in which it finds other programs.
    var path = "/usr/bin:/bin"
    /// More of its environment, each with its name.
    var variables: [String] = []
    /// Its environment with regard to keys in the kernel.
    var keys = CS_KEYS_ORDINARY

    /// The outcome of the run.
    struct Outcome {
        var status: Int32
        var output: [UInt8]
        var complaints: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs code with a tool in a folder of its own.
    static func inFolder<R>(_ body: (Tool) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("keychainctl-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let tool = Tool(folder: folder)
        defer {
            tool.dropKernelKeys()
            try? FileManager.default.removeItem(atPath: folder)
        }
        return try body(tool)
    }

    /// Drops the keys that the kernel keeps for the keychains in the folder.
    private func dropKernelKeys() {
        let files = FileManager.default.enumerator(atPath: folder)
        for case let file as String in files ?? .init() where file.hasSuffix(".keychain") {
            try? Keychain.remove(.file("\(folder)/\(file)"), configuration: configuration)
        }
    }

    /// Drops the keys that the kernel keeps for a keychain whose file stays.
    ///
    /// For a file that is about to become unreadable: which keys are its own stands in it alone.
    func dropKernelKeys(of file: String) throws {
        let copy = "\(folder)/copy-\(UUID()).keychain"
        for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file + end) {
            try FileManager.default.copyItem(atPath: file + end, toPath: copy + end)
        }
        try Keychain.remove(.file(copy), configuration: configuration)
    }

    /// The program, which is built beside the tests.
    static let path: String = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let tests = bundle?.bundleURL ?? Bundle.main.executableURL
        return tests?.deletingLastPathComponent().appendingPathComponent("keychainctl").path ?? ""
    }()

    /// The variables that the program sees.
    var environment: [String] {
        ["HOME=\(folder)", "XDG_DATA_HOME=\(folder)/data", "PATH=\(path)"]
            // Slow operations are tested with passcodes as users have them.
            + (TestRounds.isQuick ? ["KEYCHAINCTL_QUICK_PASSCODES=1"] : []) + variables
    }

    /// The configuration with which this process sees the same keychains.
    var configuration: Keychain.Configuration {
        Keychain.Configuration(
            applicationIdentifier: "keychainctl",
            accessGroups: ["*"],
            folder: "\(folder)/data/portable-keychain"
        )
    }

    /// Runs the program without a terminal.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the program.
    ///   - input: The text on its standard input.
    ///   - name: The name that it is called by; with a slash, the link to start it through.
    /// - Returns: The outcome of the run.
    /// - Throws: An error if it cannot be started.
    func run(
        _ arguments: [String],
        input: String = "",
        as name: String = "keychainctl"
    ) throws -> Outcome {
        if arguments == ["lock", "--all"] {
            try #require(
                keys == KernelKeys.sandbox.code,
                "it would lock the keychains of the user that runs the tests, and those of other tests"
            )
        }
        let outcome = try outcome(input) {
            try start(arguments, as: name, $0)
        }
        if name == "keychainctl", !outcome.output.isEmpty, let command = Self.answering(arguments) {
            let problems = try AnswerSchema.shared.get().problems(outcome.text, of: command)
            #expect(problems == [], "\(arguments)")
        }
        return outcome
    }

    /// Runs a line of a shell, which finds the path of the program in `TOOL`.
    func runInShell(_ line: String, input: String = "") throws -> Outcome {
        var tool = self
        tool.variables.append("TOOL=\(Self.path)")
        return try tool.outcome(input) {
            try tool.start(["-c", line], as: "sh", path: "/bin/sh", $0)
        }
    }

    private typealias Start = (String, Words, Words) -> pid_t

    private func outcome(
        _ input: String,
        _ start: (Start) throws -> pid_t
    ) throws -> Outcome {
        let names = ["input", "output", "complaints"].map { "\(folder)/.\($0)" }
        try Data(input.utf8).write(to: URL(fileURLWithPath: names[0]))
        let status = Self.wait(
            try start { cs_start($0, $1, $2, folder, nil, names[0], names[1], names[2], keys) }
        )
        let output = try Data(contentsOf: URL(fileURLWithPath: names[1]))
        let complaints = try Data(contentsOf: URL(fileURLWithPath: names[2]))
        return Outcome(
            status: status,
            output: Array(output),
            complaints: String(decoding: complaints, as: UTF8.self)
        )
    }

    /// Starts the program on a terminal.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the program.
    ///   - terminal: The path of the terminal.
    ///   - name: The name that it is called by.
    /// - Returns: The process.
    /// - Throws: An error if it cannot be started.
    func start(
        _ arguments: [String],
        on terminal: String,
        as name: String = "keychainctl"
    ) throws -> pid_t {
        try start(arguments, as: name) {
            cs_start($0, $1, $2, folder, terminal, nil, nil, nil, keys)
        }
    }

    /// Starts the program without a terminal, with nothing to read; its answers go nowhere.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    /// - Returns: The process.
    /// - Throws: An error if it cannot be started.
    func startAside(_ arguments: [String]) throws -> pid_t {
        let nowhere = "/dev/null"
        return try start(arguments, as: "keychainctl") {
            cs_start($0, $1, $2, folder, nil, nowhere, nowhere, nowhere, keys)
        }
    }

    private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private func start(
        _ arguments: [String],
        as name: String,
        path: String? = nil,
        _ start: Start
    ) throws -> pid_t {
        let path = path ?? (name.contains("/") ? "\(folder)/\(name)" : installedPath)
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        let process = start(path, &words, &variables)
        guard process > 0 else { throw POSIXError(.EAGAIN) }
        return process
    }

    /// Waits for the end of a process; returns its exit status, or the negated signal.
    static func wait(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
    }
}
