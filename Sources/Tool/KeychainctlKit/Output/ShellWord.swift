internal import PortableKeychain

/// A text as a single word for a shell.
package enum ShellWord {
    /// The text, with any special characters quoted.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0))
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'" + word.replacing(sign: "'", with: "'\\''") + "'"
    }
}
