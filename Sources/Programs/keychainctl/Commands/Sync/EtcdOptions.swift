internal import ArgumentParser
internal import KeychainLibC
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// The user of this machine in an etcd cluster, and the authorities that it trusts there.
struct EtcdOptions: ParsableArguments {
    @Option(help: ArgumentHelp("etcd: the user of this machine.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "etcd: read the user's password from the first line of this file.",
            valueName: "path"
        ),
        completion: .file()
    )
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "etcd: the item with the user's password: service/account, label:text or another "
                + "reference as in 'keychainctl run'.",
            valueName: "reference"
        )
    )
    var passwordItem: String?

    @Option(
        help: ArgumentHelp(
            "etcds, mirror: the certificates of the authority of the servers, in PEM. No other is trusted.",
            valueName: "path"
        ),
        completion: .file()
    )
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "etcds: the certificate of this machine, in PEM, for servers that want one.",
            valueName: "path"
        ),
        completion: .file()
    )
    var certificate: String?

    @Option(
        help: ArgumentHelp("etcds: its private key, in PEM, unencrypted.", valueName: "path"),
        completion: .file()
    )
    var key: String?

    @Flag(help: "etcd: speak to other machines without encryption, on a network that you trust.")
    var unencrypted = false

    func validate() throws {
        guard passwordFile == nil || passwordItem == nil else {
            throw ValidationError("Use either --password-file or --password-item.")
        }
        guard user != nil || (passwordFile ?? passwordItem) == nil else {
            throw ValidationError("A password belongs to a user: use --user.")
        }
    }

    /// Whether the password is asked for on the terminal, or is a line of standard input.
    var asksForPassword: Bool { user != nil && passwordFile == nil && passwordItem == nil }

    private var isUsed: Bool {
        [user, ca, certificate, key].contains { $0 != nil } || unencrypted
    }

    /// The stored settings of a remote, changed by these options.
    ///
    /// - Parameters:
    ///   - remote: The address of a git repository or of a cluster.
    ///   - keychain: The keychain with the item of `--password-item`.
    ///   - source: The source of the password without the options for it.
    /// - Returns: The settings.
    /// - Throws: ``Failure``.
    func settings(
        _ remote: String,
        _ keychain: Keychain,
        from source: inout PasscodeSource
    ) throws -> VaultSettings {
        if MirrorAddress.isMeant(by: remote) { return try mirror(remote) }
        guard EtcdAddress.isMeant(by: remote) else {
            guard !isUsed else {
                throw Failure(
                    .usage,
                    "--user, --ca, --certificate, --key and --unencrypted are for etcd",
                    advice: "use an address with etcds://, or omit them"
                )
            }
            return VaultSettings(remote: remote)
        }
        let address = try Failure.catching { () throws(EtcdConfiguration.Problem) in
            try EtcdAddress(remote)
        }
        guard address.isProtected || unencrypted else {
            throw Failure(
                .usage,
                "etcd:// is not encrypted: others on the way could hide or delete what is sent",
                advice: "use etcds://, or --unencrypted on a network that you trust"
            )
        }
        let authority = try ca.map { try SecretInput.file($0) } ?? []
        let certificate = try certificate.map { try SecretInput.file($0) } ?? []
        let key = try key.map { try SecretInput.secretFile($0) } ?? SecretBytes([])
        let password = try password(keychain, from: &source)
        let configuration = try Failure.catching { () throws(EtcdConfiguration.Problem) in
            try EtcdConfiguration(
                endpoints: address.endpoints,
                prefix: address.prefix,
                authority: authority,
                user: user ?? "",
                password: password,
                certificate: certificate,
                key: key
            )
        }
        return VaultSettings(remote: remote, helper: configuration.encoded)
    }

    /// The settings of a mirror.
    private func mirror(_ remote: String) throws -> VaultSettings {
        guard [user, certificate, key].allSatisfy({ $0 == nil }), !unencrypted else {
            throw Failure(
                .usage,
                "--user, --certificate, --key and --unencrypted are for etcd",
                advice: "omit them: a mirror is read without a name"
            )
        }
        let authority = try ca.map { try SecretInput.file($0) } ?? []
        let configuration = try Failure.catching { () throws(MirrorConfiguration.Problem) in
            try MirrorConfiguration(address: MirrorAddress(remote), authority: authority)
        }
        return VaultSettings(
            remote: configuration.address.text,
            helper: configuration.encoded
        )
    }

    private func password(
        _ keychain: Keychain,
        from source: inout PasscodeSource
    ) throws -> SecretBytes {
        if let passwordFile { return try SecretInput.line(of: passwordFile) }
        if let passwordItem {
            let reference = try SecretReference(passwordItem)
            return try Items(keychain: keychain).secret(reference, for: "--password-item")
        }
        guard let user else { return SecretBytes([]) }
        return try source.next(
            asking: "Password of the etcd user \(user): ",
            for: "the password of the etcd user \(user)"
        )
    }
}
