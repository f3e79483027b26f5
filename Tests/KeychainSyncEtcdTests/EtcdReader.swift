import PortableKeychain

@testable import KeychainSync
@testable import KeychainSyncEtcd

/// One way in which bytes of a cluster, or of its helper program, are read; the fuzzers and
/// `EtcdReaderTests` drive it.
enum EtcdReader: String, CaseIterable, Sendable {
    case etcdRange
    case etcdTransaction
    case etcdToken
    /// An answer with another status of HTTP than 200.
    case etcdRefusal
    case etcdAddress
    case etcdSettings
    case engineRequest
    case engineReply

    /// Reads bytes, and writes the result again where each value has one encoding.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let message = SecretBytes(bytes)
        let written: SecretBytes?
        switch self {
        case .etcdRange: return EtcdAnswer(message, to: .range, isSuccess: true) != nil
        case .etcdTransaction: return EtcdAnswer(message, to: .transaction, isSuccess: true) != nil
        case .etcdToken: return EtcdAnswer(message, to: .authenticate, isSuccess: true) != nil
        case .etcdRefusal: return EtcdAnswer(message, to: .range, isSuccess: false) != nil
        case .etcdAddress:
            guard let text = message.string(), let address = try? EtcdAddress(text) else {
                return false
            }
            // Every accepted address is one for the engine too, as far as the number is allowed.
            let settings = try? EtcdConfiguration(
                endpoints: Array(address.endpoints.prefix(EtcdConfiguration.mostEndpoints)),
                prefix: address.prefix,
                authority: [1]
            )
            precondition(settings != nil || address.prefix.utf8.count > 255)
            return true
        case .etcdSettings: written = (try? EtcdConfiguration(message))?.encoded
        case .engineRequest: written = EngineRequest(message)?.encoded
        // Its files are in no order.
        case .engineReply: return EngineReply(message) != nil
        }
        guard let written else { return false }
        precondition(written.matches(message))
        return true
    }
}
