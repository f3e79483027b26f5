internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// The sentence with which the user is asked about a signature: the program, the operation, its
/// place, and the key.
struct AgentQuestion {
    let client: AgentClient
    let purpose: SigningPurpose
    let comment: String
    /// Returns the name of a host by its key.
    let hostName: @Sendable ([UInt8]) -> String?

    /// The greatest length of names that others chose: the programs that ask show about 900 bytes.
    private static let longestName = 80

    /// The sentence, without its full stop.
    var text: String {
        let action =
            switch purpose {
            case .login(_, let user, _):
                "log in as '\(Self.shown(user))' on \(host(client.host(of: purpose)))"
            case .file(let namespace):
                "sign data for the purpose '\(Self.shown(namespace))'"
            }
        return "\(Self.shown(client.program)) wants to \(action) with the key "
            + "'\(String(comment.unicodeScalars.prefix(Self.longestName)))'\(route)"
    }

    private var route: String {
        guard client.isForwarded else { return "" }
        guard let last = client.forwarders.last else { return ", over an unknown connection" }
        return ", requested by \(host(last)), to which the agent is forwarded"
    }

    private func host(_ key: [UInt8]?) -> String {
        guard let key else { return "an unknown host" }
        let digits = Data(Fingerprint.sha256(key)).base64EncodedString().prefix { $0 != "=" }
        guard let name = hostName(key) else { return "the host with the key SHA256:\(digits)" }
        return "\(Self.shown(name)) (SHA256:\(digits))"
    }

    private static func shown(_ name: String) -> String {
        // By scalars: one character can have thousands of marks, which would push the rest out of the dialog.
        Escaping.short(name, to: longestName)
    }
}
