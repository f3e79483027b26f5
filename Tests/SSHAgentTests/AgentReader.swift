import PortableKeychain

@testable import SSHAgent

/// One way in which bytes of SSH programs are read; the fuzzers and `CorpusTests` drive it.
enum AgentReader: String, CaseIterable, Sendable {
    /// A message to the agent, without its length.
    case agentRequest
    case openSSHKey

    /// Reads bytes, and reads all properties of the result.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .agentRequest:
            guard let request = try? AgentRequest(bytes) else { return false }
            switch request {
            case .add(let key, let comment, _):
                _ = SSHPublicKey(key).map { AgentIdentity(key: $0, comment: comment).line }
            case .sign(let blob, let text, let flags):
                guard let material = try? SSHPublicKey.material(blob),
                    let key = SSHPublicKey(material)
                else { break }
                _ = try? SigningPurpose(text, by: key, flags: flags)
            case .remove(let blob): _ = try? SSHPublicKey.material(blob)
            default: break
            }
            return true
        case .openSSHKey:
            guard let key = try? OpenSSHKeyFile.key(SecretBytes(bytes)) else { return false }
            return SSHPublicKey(key) != nil
        }
    }
}
