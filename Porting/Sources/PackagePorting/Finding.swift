/// A place in a package, and the change that was made there or is to be made.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The code that a finding is about.
    public enum Group: String, Sendable, CaseIterable {
        /// Keychain code, and the code that builds with it.
        case keychain = "Keychain code, and what builds with it"
        /// Windows, views and devices, in sources that do not use the keychain.
        case interface = "User interface: ignore it unless Linux is to have one"
    }

    /// The file, from the folder of the package.
    public let path: String
    /// The line from 1 on.
    public let line: Int
    /// The change that was made, or the work to do.
    public let text: String
    /// The code that it is about.
    public var group = Group.keychain

    /// Names a place.
    ///
    /// - Parameters:
    ///   - path: The file, from the folder of the package.
    ///   - line: The line from 1 on.
    ///   - text: The change that was made, or the work to do.
    ///   - group: The code that it is about.
    public init(path: String, line: Int, text: String, group: Group = .keychain) {
        (self.path, self.line, self.text, self.group) = (path, line, text, group)
    }

    /// The place as compilers print it, and the text.
    ///
    /// Names of files may be hostile, so that control characters are shown as escapes.
    public var description: String { "\(path):\(line): \(text)".shown }
}

extension String {
    /// The text without characters that control a terminal or the direction of text.
    public var shown: String {
        var shown = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator,
                .surrogate, .privateUse:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
