internal import SafeText

/// The address of a git repository that may be given to git.
///
/// git runs commands that an address names (`ext::`), and takes an address that begins with a hyphen
/// for an option, so only known forms are accepted (gitremote-helpers(7), CVE-2017-1000117).
package struct GitRemote: Sendable, Equatable {
    /// The address, as git gets it.
    package let address: String
    /// Whether git itself serves the other side, in a folder of this machine.
    package let isLocal: Bool

    /// The folder of this machine that git serves; `nil` for another address.
    var folder: String? {
        guard isLocal else { return nil }
        guard let (_, path) = Self.parts(address) else { return address }
        return Self.decoded(path)
    }

    /// A path of a URL, with each `%` and two digits as the byte that they stand for, as git reads it.
    private static func decoded(_ path: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The longest address in bytes.
    package static let longest = 2000

    /// Checks an address.
    ///
    /// - Parameter address: `ssh://…`, `HOST:PATH`, `https://…`, `file:///…` or an absolute path.
    /// - Throws: ``GitProblem`` if git might understand it as something else, if it would travel
    ///   unprotected, or if it contains a password.
    package init(_ address: String) throws(GitProblem) {
        let shown = Escaping.escaped(String(address.prefix(200)))
        guard !address.isEmpty, address.utf8.count <= Self.longest else {
            throw GitProblem("The address of the repository is empty or too long.")
        }
        guard !address.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value == 0x7F })
        else {
            throw GitProblem("The address contains a space or a control character: \(shown)")
        }
        // Swift would see another character than git does, and no password. So the address is not shown.
        guard address.allSatisfy({ Self.isPlain($0) }) else {
            throw GitProblem("The address has a combining letter beside a delimiter.")
        }
        // A prefix that git takes for the name of a program that serves the rest (transport_get).
        let helper = address.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        guard !address.hasPrefix("-"), !address.dropFirst(helper.count).hasPrefix("::") else {
            throw GitProblem("This is not the address of a repository: \(shown)")
        }
        self.address = address
        if address.hasPrefix("/") {
            isLocal = true
        } else if let (scheme, rest) = Self.parts(address) {
            isLocal = try Self.check(scheme, rest, shown)
        } else {
            isLocal = false
            try Self.checkShort(address, shown)
        }
    }

    /// Whether a character is one scalar, or has none that delimits parts of an address.
    private static func isPlain(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.count == 1 || !scalars.contains { "/:@-%[]".unicodeScalars.contains($0) }
    }

    private static func parts(_ address: String) -> (scheme: String, rest: Substring)? {
        guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else {
            return nil
        }
        return (address[..<colon].lowercased(), address[colon...].dropFirst(3))
    }

    /// Checks a URL; returns whether it is a folder of this machine.
    private static func check(
        _ scheme: String,
        _ rest: Substring,
        _ shown: String
    ) throws(GitProblem) -> Bool {
        let authority = rest.prefix { $0 != "/" }
        switch scheme {
        case "file":
            guard authority.isEmpty, rest.hasPrefix("/") else {
                throw GitProblem("Write the folder as file:///PATH: \(shown)")
            }
            return true
        case "ssh", "https": break
        case "http", "git", "ftp":
            throw GitProblem(
                "\(scheme):// is not protected: others could read and change what is sent. Use "
                    + "ssh:// or https://."
            )
        default:
            throw GitProblem("Use an address with ssh://, https:// or file://, not \(shown)")
        }
        let user = authority.lastIndex(of: "@").map { authority[..<$0] }
        guard user?.unicodeScalars.contains(":") != true else {
            throw GitProblem(
                "The address contains a password, which would be stored and shown. Remove it, and "
                    + "store it with git's credential helper."
            )
        }
        let host = user.map { authority.dropFirst($0.count + 1) } ?? authority
        guard !host.isEmpty, !mayBeOption(host), !mayBeOption(user ?? "") else {
            throw GitProblem("The address names no host: \(shown)")
        }
        return false
    }

    /// Whether ssh would take a part of an address for an option, once git has removed the brackets
    /// around it and decoded it.
    private static func mayBeOption(_ part: Substring) -> Bool {
        let bare = part.drop { $0 == "[" }
        return bare.hasPrefix("-") || bare.hasPrefix("%")
    }

    /// Checks ssh's short form, `USER@HOST:PATH`.
    private static func checkShort(_ address: String, _ shown: String) throws(GitProblem) {
        let host = address.prefix { $0 != ":" && $0 != "/" }
        let path = address.dropFirst(host.count)
        guard path.hasPrefix(":"), path.count > 1, !host.isEmpty, !host.hasSuffix("@"),
            !path.hasPrefix(":-"),
            !host.split(separator: "@").contains(where: mayBeOption)
        else {
            throw GitProblem(
                "Use ssh://HOST/PATH, HOST:PATH, https://HOST/PATH or the absolute path of a "
                    + "folder, not \(shown)"
            )
        }
    }
}
