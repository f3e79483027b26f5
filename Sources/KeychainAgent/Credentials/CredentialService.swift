internal import AgentSockets
internal import CKeychainPlatform
internal import KeychainLibC
package import PortableKeychain

/// Gives services their secrets when systemd starts them, without any change of the services:
/// `LoadCredential=NAME:/run/keychaind/credentials` in a unit.
///
/// The credential NAME of a unit is the generic password with the service `credential` and the account
/// NAME in the unit's access group. Only root is believed about which unit asks: systemd connects from
/// the process that becomes the service, before it gives up root's rights.
package final class CredentialService: Sendable {
    /// Who is at the other end of a connection, as the kernel says.
    package struct Peer: Sendable {
        package let user: UInt32
        package let process: Int32
    }

    /// The service attribute of items that are credentials.
    package static let service = "credential"
    /// systemd takes no longer credential (`CREDENTIAL_SIZE_MAX`).
    static let longest = 1 << 20
    /// How long systemd may take to read a credential, in milliseconds.
    private static let patience: Int32 = 10_000

    private let keychain: Keychain
    private let log: AccessLog?
    private let isManager: @Sendable (Peer, _ unit: String) -> Bool

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - keychain: The keychain with the credentials.
    ///   - log: Where accesses are noted; `nil` for nowhere.
    ///   - isManager: Whether a peer is systemd, which starts a unit.
    package init(
        _ keychain: Keychain,
        log: AccessLog? = nil,
        isManager: @escaping @Sendable (Peer, _ unit: String) -> Bool = { peer, _ in peer.user == 0 }
    ) {
        (self.keychain, self.log, self.isManager) = (keychain, log, isManager)
    }

    /// The access group of a unit.
    package static func group(of unit: String) -> String { "unit:" + unit }

    /// Serves the clients of a socket until the process ends.
    package func start(_ listener: Int32) {
        ClientServer(listener) { [self] client in
            client.enter(.answering)
            serve(client.file)
        }.start()
    }

    /// Answers one connection; does not close it.
    ///
    /// A credential that cannot be given is answered with more bytes than a credential may have: then
    /// systemd does not start the unit. After an empty answer it would start it with an empty secret.
    func serve(_ file: Int32) {
        var address = [UInt8](repeating: 0, count: 128)
        let count = pk_socket_peer_address(file, &address, address.count)
        var (user, process) = (UInt32(0), Int32(0))
        guard pk_socket_peer(file, &user, &process) == 0, 0...address.count ~= count,
            let request = CredentialRequest(address: Array(address.prefix(count))),
            isManager(Peer(user: user, process: process), request.unit)
        else {
            note(.refused, [], process)
            return
        }
        let group = Self.group(of: request.unit)
        let secret = try? credential(request.name, group)
        guard let secret, secret.count <= Self.longest else {
            note(.failed, [group], process)
            let refusal = [UInt8](repeating: 0, count: Self.longest + 1)
            _ = pk_socket_send(file, refusal, refusal.count, Self.patience)
            return
        }
        let isSent = secret.withUnsafeBytes { bytes in
            pk_socket_send(file, bytes.baseAddress, bytes.count, Self.patience) == 0
        }
        note(isSent ? .done : .failed, [group], process)
    }

    private func credential(
        _ name: String,
        _ group: String
    ) throws(KeychainError) -> SecretBytes? {
        try keychain.withAccessGroups([group])
            .secret(for: GenericPassword(service: Self.service, account: name))
    }

    private func note(_ event: AccessLog.Event, _ groups: [String], _ process: Int32) {
        log?.note(
            event,
            verb: "credential",
            groups: groups,
            by: "systemd",
            process: process
        )
    }
}
