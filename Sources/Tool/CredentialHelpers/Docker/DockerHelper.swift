internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// Answers docker's requests from a keychain.
package struct DockerHelper {
    /// The label that distinguishes docker's credentials from other passwords of the same host.
    static let label = KnownLabel.docker

    private let keychain: HelperKeychain

    package init(_ keychain: HelperKeychain) { self.keychain = keychain }

    /// Stores the credential of a registry, and replaces the existing one.
    package func store(_ credential: DockerCredential) throws {
        let address = try RegistryAddress(credential.serverURL)
        let store = try keychain.storeToWrite()
        let former = try store.find(.internetPassword, Self.pattern(address))
        let same = former.first { $0.text(.account).hasSameBytes(as: credential.username) }
        var identity = address.attributes
        identity[.account] = .string(credential.username)
        let others = former.filter { $0.reference != same?.reference }
        if let same, others.isEmpty, try store.change(same, to: credential.secret) { return }
        try store.set(
            credential.secret,
            .internetPassword,
            identity,
            label: Self.label,
            changing: same,
            replacing: others
        )
    }

    /// Finds the credential of a registry.
    package func get(_ serverURL: String) throws -> DockerCredential {
        let address = try RegistryAddress(serverURL)
        guard let store = try keychain.store(),
            let found = try store.find(.internetPassword, Self.pattern(address)).first,
            let secret = try store.secret(of: found)
        else { throw DockerProblem.notFound }
        guard SecretText.isText(secret) else {
            throw DockerProblem.other("the stored secret is not UTF-8 text")
        }
        return DockerCredential(
            serverURL: serverURL,
            username: found.text(.account),
            secret: secret
        )
    }

    /// Deletes the credentials of a registry; succeeds if there are none.
    package func erase(_ serverURL: String) throws {
        let address = try RegistryAddress(serverURL)
        guard let store = try keychain.store() else { return }
        for found in try store.find(.internetPassword, Self.pattern(address)) {
            try store.delete(found)
        }
    }

    /// The addresses of all registries, each with its user.
    package func list() throws -> [(String, String)] {
        guard let store = try keychain.store() else { return [] }
        let found = try store.find(
            .internetPassword,
            [.label: .string(Self.label)],
            interaction: .skip
        )
        // A JSON object has each name once; as in `get`, the credential stored first is used.
        var known: Set<String> = []
        return found.map { (RegistryAddress($0).text, $0.text(.account)) }
            .filter { known.insert($0.0).inserted }
    }

    private static func pattern(_ address: RegistryAddress) -> ItemAttributes {
        var pattern = address.attributes
        pattern[.label] = .string(label)
        return pattern
    }
}
