package import PortableKeychain
internal import SafeText

/// The file `.netrc` of ftp, curl and others (the GNU inetutils manual, "The .netrc file").
package enum NetrcFile {
    /// The entries of a file.
    ///
    /// - Throws: ``FormatProblem`` for a file that is not text, and unless bad entries are left out
    ///   for an entry with an unknown word.
    package static func store(
        _ file: SecretBytes,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var words = Words(lines: try ForeignText.lines(of: file))
        var macros = 0
        while let (word, line) = words.next() {
            switch SecretText.copy(word) {
            case "machine":
                let name = words.next().flatMap { SecretText.copy($0.word) } ?? ""
                try store.append(at: "line \(line)", titled: name) { () throws(FormatProblem) in
                    try entry(name, &words)
                }
            case "default":
                try store.append(at: "line \(line)") { () throws(FormatProblem) in
                    try entry("", &words)
                }
            case "macdef":
                words.skipMacro()
                macros += 1
            default:
                words.skipToMachine()
                // The word may be a password that was split by a space, so it is not shown.
                try store.omit(FormatProblem("an unexpected word").of("line \(line)"))
            }
        }
        if macros > 0 {
            store.remarks.append("\(counted(macros, "macro")) of the file not imported.")
        }
        return store
    }

    private static func entry(
        _ machine: String,
        _ words: inout Words
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: machine.isEmpty ? "default" : machine)
        // A name without a dot, such as localhost, is a server too.
        let isBare = machine.count { $0 == ":" } > 1
        entry.address = isBare ? HostAndPort.bracketed(machine) : machine
        entry.isServer = !machine.isEmpty
        while let (key, value) = words.nextPair() {
            switch key {
            case "login", "user": entry.account = SecretText.copy(value) ?? ""
            case "password", "passwd": entry.password = value
            // A second password (ftp's command ACCT).
            default: entry.addSecret("account", value)
            }
        }
        return entry
    }

    /// The words of a file.
    private struct Words {
        private let lines: [SecretBytes]
        private var line = 0
        private var place = 0

        init(lines: [SecretBytes]) { self.lines = lines }

        /// The next word, and the number of its line; `nil` at the end.
        mutating func next() -> (word: SecretBytes, line: Int)? {
            while line < lines.count {
                let (word, end) = NetrcFile.word(of: lines[line], from: place)
                place = end
                if let word { return (word, line + 1) }
                line += 1
                place = 0
            }
            return nil
        }

        /// The next name of a value and the value; `nil`, without moving on, at any other word.
        mutating func nextPair() -> (key: String, value: SecretBytes)? {
            let before = self
            let keys = ["login", "user", "password", "passwd", "account"]
            guard let key = next().flatMap({ SecretText.copy($0.word) }), keys.contains(key),
                let value = next()?.word
            else {
                self = before
                return nil
            }
            return (key, value)
        }

        /// A macro ends with an empty line.
        mutating func skipMacro() {
            repeat { line += 1 } while line < lines.count && lines[line].count > 0
            place = 0
        }

        /// Skips the rest of an entry that cannot be read.
        mutating func skipToMachine() {
            var before = self
            while let (word, _) = next() {
                if ["machine", "default", "macdef"].contains(SecretText.copy(word)) { break }
                before = self
            }
            self = line < lines.count ? before : self
        }
    }

    /// The word at or after a place of a line, without quotation marks, and where it ends.
    private static func word(of line: SecretBytes, from start: Int) -> (SecretBytes?, Int) {
        line.withUnsafeBytes { bytes in
            func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
            let first = bytes[start...].firstIndex { !isSpace($0) } ?? bytes.count
            let isComment = first < bytes.count && bytes[first] == UInt8(ascii: "#")
            let isFirst = bytes[..<first].allSatisfy(isSpace)
            guard first < bytes.count, !(isComment && isFirst) else { return (nil, bytes.count) }
            let quote = UInt8(ascii: "\"")
            // As in curl, quotation marks enclose words with spaces.
            guard bytes[first] == quote, bytes[(first + 1)...].contains(quote) else {
                let end = bytes[first...].firstIndex(where: isSpace) ?? bytes.count
                return (SecretText.part(of: line, first..<end), end)
            }
            var writer = SecretWriter(capacity: bytes.count)
            var place = first + 1
            while place < bytes.count, bytes[place] != quote {
                if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
                    place += 1
                    switch bytes[place] {
                    case UInt8(ascii: "n"): writer.append(UInt8(ascii: "\n"))
                    case UInt8(ascii: "r"): writer.append(UInt8(ascii: "\r"))
                    case UInt8(ascii: "t"): writer.append(UInt8(ascii: "\t"))
                    case let byte: writer.append(byte)
                    }
                } else {
                    writer.append(bytes[place])
                }
                place += 1
            }
            return (writer.secret, min(place + 1, bytes.count))
        }
    }
}
