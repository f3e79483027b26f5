internal import PortableKeychain

/// `NAME=reference`: a variable or a file, and the secret that it gets.
package struct NamedReference {
    package let name: String
    package let reference: SecretReference

    /// Reads the text of an option.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - kind: The receiver of the secret, for messages.
    /// - Throws: ``Failure`` for a text without a name or a reference.
    package init(_ text: String, naming kind: String) throws(Failure) {
        let parts = text.split(at: "=", maxSplits: 1)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw Failure(.usage, "'\(text)' \(kind)", advice: "write NAME=service/account")
        }
        name = String(parts[0])
        reference = try SecretReference(String(parts[1]))
    }
}
