internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// A file that the user edits and that is in memory only (or in swap space): in a folder of its own on a file system
/// in memory, where editors also put their temporary and backup files.
struct EditedFile {
    private let folder: String
    /// Whether the folder stays, with a text that could not be stored.
    private(set) var isKept = false
    /// The time at which the folder was made, before the editor was started for the first time.
    private let start = ContinuousClock.now
    private var path: String { folder + "/item.txt" }

    /// Makes the folder; from here on, signals no longer end this process.
    ///
    /// - Throws: ``Failure`` if there is no file system in memory.
    init() throws(Failure) {
        // One that did would lose what was typed, or leave it in the file, without a word.
        ForegroundProgram.holdSignals()
        let runtime = UserEnvironment.variable("XDG_RUNTIME_DIR") ?? ""
        let mounts = FileFacts.kernelText("/proc/self/mountinfo") ?? ""
        for root in [runtime, "/dev/shm"] where root.hasPrefix("/") {
            let kind = FileSystemKind.name(of: FileFacts.resolved(root), mountInfo: mounts)
            guard kind == "tmpfs" || kind == "ramfs" else { continue }
            var name = Array("\(root)/keychainctl-XXXXXX".utf8CString)
            guard mkdtemp(&name) != nil else { continue }
            folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return
        }
        throw Failure(
            .unfit,
            "there is no file system in memory for the editor's file",
            advice: "use options such as --label, or 'keychainctl set' for the secret"
        )
    }

    /// Lets the user edit a text.
    ///
    /// - Returns: The text afterwards. An editor's newline at the end of a text that had none is
    ///   left out.
    /// - Throws: ``Failure`` if the editor fails, or ends at once and has changed nothing; if a signal ended it
    ///   after it had saved something, the file is kept, and named.
    mutating func edit(_ text: SecretBytes) throws(Failure) -> SecretBytes {
        defer { if !isKept { empty() } }
        try write(text)
        try run(on: text)
        let edited = Self.withoutNewline(try SecretInput.secretFile(path), after: text)
        // Only before the first question: a person who was asked may leave the text as it is.
        guard !edited.matches(text) || ContinuousClock.now - start >= Self.leastTime else {
            throw Failure(
                .declined,
                "nothing was changed: the editor ended at once",
                advice: "choose one that waits, such as 'code --wait'"
            )
        }
        return edited
    }

    /// The time before which no person has changed a text, but an editor with a window of its own may have
    /// returned that still shows it.
    private static let leastTime = Duration.seconds(1)

    /// The edited text without the newline that editors add to a text that had none.
    private static func withoutNewline(
        _ edited: SecretBytes,
        after text: SecretBytes
    ) -> SecretBytes {
        let hadNewline = text.withUnsafeBytes { $0.last == UInt8(ascii: "\n") }
        return hadNewline ? edited : SecretText.withoutLineEnd(edited)
    }

    /// Keeps a text that cannot be stored in the file, which then stays.
    ///
    /// - Returns: The path of the file; `nil` after the end of the terminal, when nothing is kept.
    /// - Throws: ``Failure`` if the file cannot be written.
    mutating func keep(_ text: SecretBytes) throws(Failure) -> String? {
        guard Self.canTellPath else { return nil }
        try write(text)
        isKept = true
        return path
    }

    /// Whether a message with the path of the file reaches a person: not after the end of the terminal, after which
    /// its user looks for no file.
    private static var canTellPath: Bool {
        var wait = FileWait()
        // Its end always counts.
        wait.add(STDERR_FILENO, for: 0)
        wait.limit(to: .zero)
        return !PendingSignals([SIGHUP]).isAnyPending && !wait.run()
    }

    /// Removes the folder, unless a text was kept in it, or says that it is left.
    func remove() {
        guard !isKept else { return }
        empty()
        guard rmdir(folder) != 0, errno != ENOENT else { return }
        Terminal.complain("cannot remove \(folder), which may contain what was edited; remove it")
    }

    private func write(_ text: SecretBytes) throws(Failure) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(cannot: "create", path, errno) }
        defer { close(file) }
        guard text.withUnsafeBytes({ Terminal.writeAll($0, to: file) }) else {
            throw Failure(cannot: "write", path, errno)
        }
    }

    /// Runs the user's editor, which can be several words of a shell.
    private mutating func run(on text: SecretBytes) throws(Failure) {
        let names = ["VISUAL", "EDITOR"].compactMap(UserEnvironment.variable)
        let editor = names.first ?? "vi"
        let line = "\(Self.withoutHistory(editor)) \"$1\""
        let end = ForegroundProgram.run(["/bin/sh", "-c", line, editor, path])
        guard end == .status(0) else {
            if Self.isKilled(end), Self.canTellPath,
                let saved = try? SecretInput.secretFile(path), !saved.matches(text)
            {
                isKept = true
                throw Failure(
                    .declined,
                    "the editor '\(editor)' was ended by a signal; what it had saved is in \(path)",
                    advice: "store it, and then remove it"
                )
            }
            throw Failure(
                .declined,
                "nothing was changed: the editor '\(editor)' failed",
                advice: "choose another one with the variable EDITOR"
            )
        }
    }

    /// Whether a signal ended an editor, or what a shell had started for it; not that of the end of the terminal.
    private static func isKilled(_ end: ForegroundProgram.End) -> Bool {
        switch end {
        case .signal(let number): number != SIGHUP
        case .status(let status): status > 128 && status != 128 + SIGHUP
        case .notStarted: false
        }
    }

    /// The editors that keep what was deleted (viminfo, shada), and nvim its swap file, in the home folder.
    private static let vims: Set = ["vim", "vimx", "gvim", "nvim"]

    /// The words of an editor, with arguments that keep vim from writing what it shows to the home folder.
    ///
    /// They come first: later words can belong to another command, and prevail.
    private static func withoutHistory(_ editor: String) -> String {
        let name = editor.prefix { $0 != " " && $0 != "\t" }
        // `vi` can be a link to `vim.basic`, through another link.
        let program = ForegroundProgram.path(of: String(name)).map(FileFacts.resolved)
        let last = program.flatMap { PrivateFile.split($0).name.split(separator: ".").first }
        guard let last, vims.contains(String(last)) else { return editor }
        return "\(name) -i NONE -n\(editor.dropFirst(name.count))"
    }

    /// Removes everything in the folder, and first overwrites it.
    private func empty() { Self.empty(folder) }

    /// Removes everything in a folder and the folders in it, such as one for the undo files of an editor.
    private static func empty(_ folder: String) {
        for name in FileFacts.names(in: folder) {
            let path = "\(folder)/\(name)"
            // The kind is that of a link itself, which may lead elsewhere.
            switch FileFacts.of(path) {
            case let facts? where facts.kind == .folder:
                empty(path)
                rmdir(path)
            case let facts?:
                if facts.kind == .file, facts.size > 0 { overwrite(path, Int(facts.size)) }
                unlink(path)
            case nil: break
            }
        }
    }

    private static func overwrite(_ path: String, _ size: Int) {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        let zeroes = [UInt8](repeating: 0, count: size)
        _ = zeroes.withUnsafeBytes { Terminal.writeAll($0, to: file) }
        close(file)
    }
}
