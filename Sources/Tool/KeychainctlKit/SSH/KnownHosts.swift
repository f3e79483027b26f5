internal import PortableKeychain
internal import KeychainEssentials

/// The names of hosts that ssh has recorded (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT").
///
/// Questions of the agent show them beside the fingerprint of a host. Names that ssh has hashed
/// cannot be shown. The file is read at each question, because ssh adds to it.
package struct KnownHosts: Sendable {
    /// The largest file that is read, in bytes.
    private static let largest = 4 << 20

    let path: String

    /// The known hosts of the user of this process.
    package static let ofUser = KnownHosts(path: UserEnvironment.home + "/.ssh/known_hosts")

    /// The first name of a host.
    ///
    /// - Parameter key: The public key of the host in SSH's encoding.
    /// - Returns: The name; `nil` if none is recorded in clear.
    package func name(of key: [UInt8]) -> String? {
        guard let file = FileManager.default.contents(atPath: path), file.count <= Self.largest
        else { return nil }
        return Self.name(of: key, in: String(decoding: file, as: UTF8.self))
    }

    static func name(of key: [UInt8], in text: String) -> String? {
        let encoded = Data(key).base64EncodedString()
        for line in text.split(separator: "\n") where line.contains(encoded) {
            let words = line.split(whereSeparator: \.isWhitespace)
            // Lines with a mark are about certificates and revoked keys; "|" begins a hash.
            guard words.count >= 3, words[2] == encoded, let names = words.first,
                !names.hasPrefix("@"), !names.hasPrefix("|"), !names.hasPrefix("#")
            else { continue }
            return names.split(separator: ",").first.map(String.init)
        }
        return nil
    }
}
