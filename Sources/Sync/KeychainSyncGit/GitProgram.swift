internal import PortableKeychain
internal import SafeText

/// The user's `git`, started so that neither a repository nor a stray setting can make it do
/// anything beyond the request.
struct GitProgram: Sendable {
    /// The bare clone that it works in.
    let folder: String
    let limits: GitLimits
    /// The variables of the user that git, ssh and credential helpers need.
    private let variables: [String: String]

    /// The variables that are passed on: the places of programs, homes, agents, proxies and
    /// certificates.
    private static let passed: [String] = [
        "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
        "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK",
        "GIT_SSH_COMMAND", "GIT_SSH", "GIT_CONFIG_GLOBAL", "GIT_EXEC_PATH", "GNUPGHOME",
        "SSL_CERT_FILE", "SSL_CERT_DIR",
        "GIT_SSL_CAINFO", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        "NO_PROXY",
    ]

    init(folder: String, limits: GitLimits, environment: [String: String]?) {
        (self.folder, self.limits) = (folder, limits)
        let found = Self.passed.map { ($0, environment?[$0]) }
        variables = Dictionary(
            uniqueKeysWithValues: found.compactMap { name, given in
                (environment == nil ? UserEnvironment.variable(name) : given).map { (name, $0) }
            }
        )
    }

    /// Settings that hold whatever the user's own file says.
    ///
    /// That file is read, because it names credential helpers, proxies and certificates; a program
    /// that can write it can run commands as the user in any case. The system's file is not read.
    private static let safety: [(String, String)] = [
        // Hooks and commands that a repository or a setting names.
        ("core.hooksPath", "/dev/null"), ("core.alternateRefsCommand", "true"),
        ("core.fsmonitor", "false"), ("core.attributesFile", "/dev/null"),
        ("submodule.recurse", "false"), ("fetch.recurseSubmodules", "false"),
        ("push.recurseSubmodules", "no"), ("push.gpgSign", "false"), ("push.followTags", "false"),
        ("push.pushOption", ""), ("commit.gpgSign", "false"), ("core.askPass", ""),
        // Data that come from outside are checked, object by object.
        ("transfer.fsckObjects", "true"), ("fetch.fsckObjects", "true"),
        ("transfer.bundleURI", "false"), ("fetch.prune", "false"),
        ("fetch.writeCommitGraph", "false"),
        // Large files are streamed.
        ("core.bigFileThreshold", "2m"),
        // The clone is packed when ``GitEngine`` says so. What a reference was is noted, so that a state
        // that was replaced is kept for as long as the note.
        ("maintenance.auto", "false"), ("gc.auto", "0"), ("core.logAllRefUpdates", "always"),
        // The clone can be made again, so nothing needs to wait for the disk.
        ("core.fsync", "none"),
        // A connection that is dead is noticed.
        ("http.lowSpeedLimit", "100"), ("http.lowSpeedTime", "30"),
    ]

    private func environment(_ ssh: String) -> [String] {
        var all = variables
        // ssh never asks, because no user is there to answer, and it notices a connection that is
        // dead.
        let options = [
            "BatchMode=yes", "ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4",
        ]
        all["GIT_SSH_COMMAND"] = ([ssh] + options.map { "-o \($0)" }).joined(separator: " ")
        all["GIT_DIR"] = folder
        all["GIT_CONFIG_NOSYSTEM"] = "1"
        all["GIT_ATTR_NOSYSTEM"] = "1"
        all["GIT_TERMINAL_PROMPT"] = "0"
        all["GIT_ASKPASS"] = ""
        all["GIT_ALLOW_PROTOCOL"] = "ssh:https:file"
        all["GIT_PROTOCOL_FROM_USER"] = "0"
        all["GIT_LITERAL_PATHSPECS"] = "1"
        all["GIT_NO_REPLACE_OBJECTS"] = "1"
        all["GIT_OPTIONAL_LOCKS"] = "0"
        // Nothing that a clone lacks is fetched unless it is asked for here.
        all["GIT_NO_LAZY_FETCH"] = "1"
        // Its messages are compared with known ones.
        all["LC_ALL"] = "C"
        // For those notes; otherwise git asks the network for the name of this machine.
        all["GIT_COMMITTER_NAME"] = "vault"
        all["GIT_COMMITTER_EMAIL"] = "vault"
        let settings = Self.safety + limits.packing
        all["GIT_CONFIG_COUNT"] = String(settings.count)
        for (index, setting) in settings.enumerated() {
            all["GIT_CONFIG_KEY_\(index)"] = setting.0
            all["GIT_CONFIG_VALUE_\(index)"] = setting.1
        }
        return all.map { "\($0.key)=\($0.value)" }
    }

    /// The user's ssh, in the order in which git looks for it (git(1), `GIT_SSH_COMMAND`).
    ///
    /// Options are added to it, so that git must be asked what it would have run. That is so for any
    /// address, because `url.*.insteadOf` of the user can make an ssh address of it.
    private func ssh() async throws(GitProblem) -> String {
        if let command = variables["GIT_SSH_COMMAND"] { return command }
        let words = ["config", "--global", "--includes", "--get", "core.sshCommand"]
        let answer = try await run(words)
        let set = String(decoding: answer.output, as: UTF8.self).prefix { $0 != "\n" }
        if answer.status == 0, !set.isEmpty { return String(set) }
        guard let path = variables["GIT_SSH"] else { return "ssh" }
        // The name of a program, where a command has to be.
        return "'" + path.replacing(sign: "'", with: "'\\''") + "'"
    }

    /// Runs a command of git that works in the clone alone.
    ///
    /// - Parameters:
    ///   - words: The command and its arguments.
    ///   - input: Its standard input.
    ///   - limit: The length of its output in bytes.
    /// - Returns: The outcome, whatever the program's status.
    /// - Throws: ``GitProblem`` if it could not be run to its end.
    func run(
        _ words: [String],
        _ input: [UInt8] = [],
        atMost limit: Int = 1 << 16
    ) async throws(GitProblem) -> ChildProgram.Answer {
        try await start(["git"] + words, environment("false"), input, limit, limits.localSeconds)
    }

    /// Runs a command that speaks to the other side, and may store so much and not more.
    ///
    /// - Parameters:
    ///   - words: The command and its arguments.
    ///   - isTraced: Whether its standard error has the lines of git's protocol, too.
    /// - Returns: The outcome, whatever the program's status.
    /// - Throws: ``GitProblem`` if it could not be run to its end.
    func runAcross(
        _ words: [String],
        isTraced: Bool = false
    ) async throws(GitProblem) -> ChildProgram.Answer {
        // git has no option for it. The shell receives only numbers and arguments; a block is 512
        // bytes (POSIX), memory is in KiB.
        let script =
            #"ulimit -f "$1" && { ulimit -v "$2" || :; } 2>/dev/null && shift 2 && exec "$@""#
        let numbers = [String(limits.fetch / 512), String(limits.memory / 1024)]
        return try await start(
            ["/bin/sh", "-c", script, "sh"] + numbers + ["git"] + words,
            environment(try await ssh()) + (isTraced ? ["GIT_TRACE_PACKET=1"] : []),
            [],
            1 << 16,
            limits.remoteSeconds
        )
    }

    private func start(
        _ words: [String],
        _ environment: [String],
        _ input: [UInt8],
        _ limit: Int,
        _ seconds: Double
    ) async throws(GitProblem) -> ChildProgram.Answer {
        let program = ChildProgram(words, environment: environment)
        let limits = ChildProgram.Limits(output: limit, seconds: seconds)
        do throws(ChildProgram.Failure) {
            return try await program.runInBackground(input, limits: limits)
        } catch {
            let name = words[(words.firstIndex(of: "git") ?? 0) + 1]
            switch error {
            case .notStarted: throw GitProblem("git cannot be started. Install it.")
            case .tooLong: throw GitProblem("git \(name) says more than \(limit) bytes.")
            case .tooLate: throw GitProblem("git \(name) was not done after \(Int(seconds)) s.")
            case .cancelled: throw GitProblem("git \(name) was cancelled.")
            }
        }
    }
}

extension ChildProgram.Answer {
    /// The lines of standard error.
    var complaints: [String] {
        String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { String($0) }
    }
}

extension GitProblem {
    /// A command that failed, with the last line that git or ssh wrote about it.
    init(_ command: String, _ answer: ChildProgram.Answer) {
        if answer.status == 127 {
            self.init("git cannot be started. Install it.")
            return
        }
        let lines = answer.complaints
        if lines.contains(where: { $0.contains("terminal prompts disabled") }) {
            self.init(
                "git has no password for the server. Store it with a credential helper, for "
                    + "instance 'git config --global credential.helper keychain'."
            )
            return
        }
        // The message of ssh is before git's own lines, the last of which only give advice.
        let cause = lines.first {
            $0.hasPrefix("ssh: ") || $0.contains("Permission denied") || $0.contains("Host key")
        }
        // That the other side hung up is only what a refused request of HTTP leads to.
        let said =
            lines.first { $0.hasPrefix("error: RPC failed") }
            ?? lines.first { $0.hasPrefix("fatal: ") } ?? lines.last
        let line = cause ?? said ?? "it ended with status \(answer.status)"
        var shown = Self.clean(line) + Self.more(after: line, in: lines)
        let reason = line.hasPrefix(Self.mark) ? "" : Self.reason(lines)
        if !reason.isEmpty, shown.hasSuffix(".") { shown.removeLast() }
        self.init("git \(command) failed: \(shown)\(reason)", saidIn: lines)
    }

    /// The first lines that belong to one which ends with a colon, as the addresses of a redirection do.
    private static func more(after line: String, in lines: [String]) -> String {
        guard line.hasSuffix(":"), let index = lines.firstIndex(of: line) else { return "" }
        return lines[(index + 1)...].prefix { $0.hasPrefix(" ") }.prefix(2)
            .map { " " + clean(String($0.drop { $0 == " " })) }.joined(separator: ";")
    }

    /// The beginning of a line that the other side wrote, as git shows it.
    private static let mark = "remote: "

    /// The last line with words that the other side wrote, which gives the cause if there is one; empty
    /// if it wrote none.
    static func reason(_ lines: [String]) -> String {
        let said = lines.filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
        guard let last = said.last(where: { $0.contains(where: \.isLetter) }) else { return "" }
        // git fills up the line with spaces.
        let words = last.split(separator: " ").joined(separator: " ")
        return "; the server says: \(clean(words))"
    }

    /// A line of another program without user names and passwords of addresses, and safe to show.
    static func clean(_ line: String) -> String {
        // By scalars: one character can have thousands of marks.
        let short = Escaping.escaped(String(line.unicodeScalars.prefix(300)))
        var result = ""
        // By words: what stands before an at sign in an address is who logs in, and with what.
        for word in short.split(at: " ") {
            if !result.isEmpty { result += " " }
            let signs = word.unicodeScalars
            guard let colon = signs.firstIndex(of: ":"),
                signs[colon...].starts(with: "://".unicodeScalars),
                let end = signs[colon...].dropFirst(3).prefix(while: { $0 != "/" })
                    .lastIndex(of: "@")
            else {
                result += word
                continue
            }
            result += String(signs[..<colon]) + "://" + String(signs[signs.index(after: end)...])
        }
        return result
    }
}
