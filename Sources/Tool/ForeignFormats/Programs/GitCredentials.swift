package import PortableKeychain
internal import SafeText

/// The file of git's helper `store`: an address with user and password on each line
/// (git-credential-store(1)).
package enum GitCredentials {
    /// The entries of a file.
    ///
    /// - Throws: ``FormatProblem`` for a file that is not text, and unless bad entries are left out
    ///   for a line that is not such an address.
    package static func store(
        _ file: SecretBytes,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        for (index, line) in try ForeignText.lines(of: file).enumerated() where line.count > 0 {
            try store.append(at: "line \(index + 1)") { () throws(FormatProblem) in
                try entry(line)
            }
        }
        return store
    }

    /// Whether a line is an address with a user.
    static func isLine(_ line: UnsafeRawBufferPointer) -> Bool { Parts(line) != nil }

    /// The ranges of the parts of a line.
    private struct Parts {
        let scheme: Range<Int>
        let user: Range<Int>
        var password: Range<Int>?
        /// Host, port and path.
        let place: Range<Int>

        init?(_ line: UnsafeRawBufferPointer) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
                line[colon...].starts(with: "://".utf8),
                line[..<colon].allSatisfy({ Self.isOfScheme($0) })
            else { return nil }
            let start = colon + 3
            let slash = line[start...].firstIndex(of: UInt8(ascii: "/")) ?? line.count
            guard let at = line[start..<slash].lastIndex(of: UInt8(ascii: "@")) else { return nil }
            let second = line[start..<at].firstIndex(of: UInt8(ascii: ":"))
            scheme = 0..<colon
            user = start..<(second ?? at)
            password = second.map { $0 + 1..<at }
            place = at + 1..<line.count
        }

        private static func isOfScheme(_ byte: UInt8) -> Bool {
            let character = Character(Unicode.Scalar(byte))
            return byte < 0x80
                && (character.isLetter || character.isNumber || "+-.".contains(character))
        }
    }

    private static func entry(_ line: SecretBytes) throws(FormatProblem) -> ForeignEntry {
        guard let parts = line.withUnsafeBytes({ Parts($0) }), let password = parts.password,
            let secret = PercentEncoding.decoded(SecretText.part(of: line, password)),
            let user = PercentEncoding.decoded(SecretText.part(of: line, parts.user)),
            let account = SecretText.copy(user),
            let scheme = SecretText.copy(SecretText.part(of: line, parts.scheme)),
            let place = SecretText.copy(SecretText.part(of: line, parts.place))
        else { throw FormatProblem("it is not an address with user and password") }
        var entry = ForeignEntry()
        let slash = place.firstIndex(of: "/") ?? place.endIndex
        // git writes the colon before a port as %3a.
        let host = PercentEncoding.decoded(SecretBytes(utf8: String(place[..<slash])))
        try entry.addAddress("\(scheme)://\(host.flatMap(SecretText.copy) ?? "")")
        guard let address = try ForeignAddress(entry.address) else {
            throw FormatProblem("its protocol or host is not supported")
        }
        // git's path has no slash at its start.
        let path = place[slash...].drop { $0 == "/" }
        let plain = PercentEncoding.decoded(SecretBytes(utf8: String(path)))
        if !path.isEmpty { entry.path = plain.flatMap(SecretText.copy) ?? String(path) }
        entry.title = address.server
        entry.account = account
        entry.password = secret
        entry.authenticationType = .default
        return entry
    }
}
