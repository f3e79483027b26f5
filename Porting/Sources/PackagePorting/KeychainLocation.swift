/// The place where a package finds PortableKeychain.
public enum KeychainLocation: Sendable {
    /// A folder, from the folder of the package or absolute.
    case folder(String)
    /// The address of a repository.
    case repository(String)

    /// Takes an address or a folder.
    ///
    /// - Parameter text: `https://…` and the like, `git@…`, or a path.
    public init(_ text: String) {
        self = text.contains("://") || text.hasPrefix("git@") ? .repository(text) : .folder(text)
    }

    /// The name by which SwiftPM knows the package: the last part of the folder or address.
    ///
    /// With a name of our own (`.package(name:path:)`), SwiftPM 6.3 finds the products but ignores their
    /// aliases.
    var identity: String {
        let last: Substring =
            switch self {
            case .folder(let path), .repository(let path): path.split(separator: "/").last ?? ""
            }
        return String(last.hasSuffix(".git") ? last.dropLast(4) : last)
    }

    var declaration: String {
        switch self {
        case .folder(let path): ".package(path: \(path.literal))"
        case .repository(let url): ".package(url: \(url.literal), branch: \"main\")"
        }
    }
}

extension String {
    /// The text as a literal of Swift.
    ///
    /// Names of files may have any character: a line feed would end the literal.
    var literal: String {
        var inner = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\", "\"": inner += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control:
                inner += "\\u{\(String(scalar.value, radix: 16))}"
            default: inner.unicodeScalars.append(scalar)
            }
        }
        return "\"\(inner)\""
    }
}
