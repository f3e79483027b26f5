internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

extension Failure {
    /// Runs a body that reads settings of a cluster.
    static func catching<R>(
        _ body: () throws(EtcdConfiguration.Problem) -> R
    ) throws(Failure) -> R {
        do throws(EtcdConfiguration.Problem) { return try body() } catch { throw Failure(error) }
    }

    /// A failure because of the address of a cluster, or of the options for it.
    private init(_ problem: EtcdConfiguration.Problem) {
        let form = "write etcds://HOST:2379/PREFIX, with commas between several servers"
        let (what, advice) =
            switch problem {
            case .numberOfEndpoints:
                ("there are too many servers", "name at most \(EtcdConfiguration.mostEndpoints)")
            case .endpoint(let text):
                ("this is no server: \(Escaping.escaped(String(text.prefix(200))))", form)
            case .userInAddress: ("the address contains a user", "use --user, and omit it there")
            case .prefix:
                (
                    "the address has no prefix that a vault can have, or a name is too long",
                    form + "; a prefix has letters, digits, '-', '.', '_' and '/'"
                )
            case .readablePassword:
                ("the password would be sent without encryption", "use etcds://")
            case .noAuthority:
                (
                    "it is not said whose servers to trust",
                    "use --ca with the certificates of their authority"
                )
            case .certificate:
                (
                    "a certificate of this machine needs its key, and servers with etcds://",
                    "use --certificate and --key together"
                )
            case .encryptedKey:
                (
                    "the private key wants a passphrase, which nobody would enter later",
                    "use a copy without one; it is stored encrypted in the keychain"
                )
            case .malformed:
                ("the settings of the cluster cannot be read", "use 'keychainctl sync remote'")
            }
        self.init(.usage, what, advice: advice)
    }
}
