internal import SafeText
internal import KeychainEssentials

/// A key that an agent offers.
package struct AgentIdentity: Equatable {
    package let key: SSHPublicKey
    /// The name for people, without characters that could change the text around it.
    ///
    /// ssh-add prints it as it is: a newline would let one key look like two.
    package let comment: String

    /// Names a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - comment: The name, which may come from anywhere.
    package init(key: SSHPublicKey, comment: String) {
        (self.key, self.comment) = (key, Escaping.escaped(comment))
    }

    /// The line of an `authorized_keys` file (sshd(8)), without a newline.
    package var line: String {
        let encoded = Data(key.blob).base64EncodedString()
        return "\(key.type.rawValue) \(encoded) \(comment)"
    }
}
