package import PortableKeychain
internal import SafeText
internal import Synchronization
internal import KeychainLibC

/// The record of accesses through the agent: a file of limited size, which only its owner can read.
///
/// It has no name, attribute or secret of an item: only the verb, the class, the access groups, what
/// was decided, and the program.
package final class AccessLog: Sendable {
    /// The outcome of a request.
    enum Event: String, Sendable {
        case done, failed, refused, asked, allowed, denied, remembered, revoked
    }

    /// After so many bytes, a new file begins; the one before is kept.
    static let longest = 256 << 10
    /// The number of characters of a group or a program that are written.
    private static let longestWord = 200

    /// The file.
    package let path: String
    private let clock: KeychainClock
    private let file: Mutex<Int32?>

    /// Opens or creates the file.
    ///
    /// - Parameters:
    ///   - path: The file, in a folder that only its owner can access.
    ///   - clock: The time.
    /// - Throws: ``KeychainError/Code/inputOutput`` or ``KeychainError/Code/unsafePermissions``.
    package init(_ path: String, clock: KeychainClock) throws(KeychainError) {
        (self.path, self.clock) = (path, clock)
        file = Mutex(nil)
        let opened = try Self.open(path)
        file.withLock { $0 = opened }
    }

    deinit { file.withLock { if let file = $0 { _ = close(file) } } }

    /// Writes one line; a disk that is full or fails does not stop the agent.
    func note(
        _ event: Event,
        verb: String,
        itemClass: String? = nil,
        groups: [String],
        by program: String,
        process: Int32
    ) {
        let words = [
            String(Int64(clock.now() + Self.epoch)), event.rawValue, verb, itemClass ?? "-",
            groups.isEmpty ? "-" : groups.map(Self.word).joined(separator: ","),
            String(process), Self.word(program),
        ]
        var line = words.joined(separator: "\t") + "\n"
        file.withLock { file in
            guard let open = file else { return }
            line.withUTF8 { _ = write(open, $0.baseAddress, $0.count) }
            guard lseek(open, 0, SEEK_CUR) > off_t(Self.longest) else { return }
            close(open)
            rename(path, path + ".old")
            file = try? Self.open(path)
        }
    }

    /// The last lines, the oldest first.
    func lines(atMost most: Int) -> [String] {
        let paths = [path + ".old", path]
        let bytes = paths.flatMap { path in
            (try? PrivateFile.read(path, atMost: 2 * Self.longest))
                .flatMap { $0 }?.withUnsafeBytes { Array($0) } ?? []
        }
        return bytes.split(separator: UInt8(ascii: "\n")).suffix(most)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Seconds from 1970, which other tools use, to 2001.
    private static let epoch = 978_307_200.0

    /// Text as one word, which has no comma: commas separate groups.
    ///
    /// Every request writes some, and most have nothing to escape: to search them as text took a third
    /// of all that the agent does for a request.
    private static func word(_ text: String) -> String {
        // By scalars: one character can have any number of them.
        let short =
            text.utf8.count > longestWord ? String(text.unicodeScalars.prefix(longestWord)) : text
        let word = Escaping.escaped(short)
        guard word.utf8.contains(UInt8(ascii: ",")) else { return word }
        var result = String.UnicodeScalarView()
        // By scalars: a comma with an accent is another character, but still the byte that separates.
        for scalar in word.unicodeScalars {
            if scalar == "," { result += "\\u{2c}".unicodeScalars } else { result.append(scalar) }
        }
        return String(result)
    }

    private static func open(_ path: String) throws(KeychainError) -> Int32 {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = KeychainLibC.open(path, flags, 0o600)
        guard file >= 0 else {
            throw KeychainError(
                .inputOutput,
                reason: "Cannot write the log of the agent, \(path): "
                    + String(cString: strerror(errno)) + "."
            )
        }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0
        else {
            close(file)
            throw KeychainError(
                .unsafePermissions,
                reason: "Others can access the log of the agent. Run: chmod 600 '\(path)'"
            )
        }
        return file
    }
}
