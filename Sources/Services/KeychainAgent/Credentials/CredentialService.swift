internal import AgentSockets
internal import CKeychainPlatform
internal import KeychainLibC
@_spi(Keepers) package import PortableKeychain

/// Gives services their secrets when systemd starts them, without any change of the services:
/// `LoadCredential=NAME:/run/keychaind/credentials` in a unit.
///
/// The credential NAME of a unit is the generic password with the service `credential` and the account
/// NAME in the unit's keychain. Only root is believed about which unit asks: systemd connects from a
/// process that it started for the unit, before that gives up root's rights.
package final class CredentialService: Sendable {
    /// The service attribute of items that are credentials.
    package static let service = "credential"
    /// systemd takes no longer credential (`CREDENTIAL_SIZE_MAX`).
    static let longest = 1 << 20
    /// The time that systemd may take to read a credential, in milliseconds.
    private static let patience: Int32 = 10_000

    private let keychain: @Sendable (UnitName) throws(KeychainError) -> Keychain
    private let log: AccessLog?
    private let isManager: @Sendable (UInt32) -> Bool

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - log: The log of accesses; `nil` for none.
    ///   - isManager: Whether a user is the one that systemd runs as.
    ///   - keychain: The keychain with the credentials of a unit.
    package init(
        log: AccessLog? = nil,
        isManager: @escaping @Sendable (UInt32) -> Bool = { $0 == 0 },
        keychain: @escaping @Sendable (UnitName) throws(KeychainError) -> Keychain
    ) {
        (self.keychain, self.log, self.isManager) = (keychain, log, isManager)
    }

    /// Serves the clients of a socket until the process ends.
    package func start(_ listener: Int32) {
        ClientServer(listener, admits: .ownAndRoot) { [self] client in
            client.enter(.answering)
            serve(client.file)
        }.start()
    }

    /// Answers one connection; does not close it.
    ///
    /// A secret that cannot be given is answered with more bytes than a credential may have: then
    /// systemd does not start the unit. After an empty answer it would start it with an empty
    /// secret.
    func serve(_ file: Int32) {
        var address = [UInt8](repeating: 0, count: 128)
        let count = pk_socket_peer_address(file, &address, address.count)
        var (user, process) = (UInt32(0), Int32(0))
        guard pk_socket_peer(file, &user, &process) == 0, isManager(user) else {
            note(.refused, nil, process)
            return
        }
        guard 0...address.count ~= count,
            let request = CredentialRequest(address: Array(address.prefix(count)))
        else {
            note(.refused, nil, process)
            return refuse(file)
        }
        guard let secret = try? credential(request), secret.count <= Self.longest else {
            note(.failed, request.unit, process)
            return refuse(file)
        }
        let isSent = secret.withUnsafeBytes { bytes in
            pk_socket_send(file, bytes.baseAddress, bytes.count, Self.patience) == 0
        }
        note(isSent ? .done : .failed, request.unit, process)
    }

    private func refuse(_ file: Int32) {
        let refusal = [UInt8](repeating: 0, count: Self.longest + 1)
        _ = pk_socket_send(file, refusal, refusal.count, Self.patience)
    }

    private func credential(_ request: CredentialRequest) throws(KeychainError) -> SecretBytes? {
        try keychain(request.unit)
            .withAccessGroups([AccessGroups.administrator])
            .secret(
                matching: .genericPassword(service: Self.service, account: request.name)
            )
    }

    private func note(_ event: AccessLog.Event, _ unit: UnitName?, _ process: Int32) {
        log?.note(
            event,
            verb: "credential",
            groups: unit.map { ["unit:" + $0.text] } ?? [],
            by: "systemd",
            process: process
        )
    }
}
