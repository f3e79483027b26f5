internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

extension Failure {
    /// Runs a body that reads settings of a mirror.
    static func catching<R>(
        _ body: () throws(MirrorConfiguration.Problem) -> R
    ) throws(Failure) -> R {
        do throws(MirrorConfiguration.Problem) { return try body() } catch { throw Failure(error) }
    }

    /// A failure because of the address of a mirror, or of its authority.
    private init(_ problem: MirrorConfiguration.Problem) {
        let form = "write mirror+https://HOST/PATH"
        let (what, advice) =
            switch problem {
            case .server(let text):
                ("this is no server: \(Escaping.escaped(String(text.prefix(200))))", form)
            case .readable:
                (
                    "without encryption, others on the way could hold back what is new",
                    "use mirror+https://"
                )
            case .userInAddress:
                ("the address contains a user", "omit it: a mirror is read without a name")
            case .path:
                (
                    "the address has no path that a mirror can have",
                    form + "; a path has letters, digits, '-', '.', '_' and '/'"
                )
            case .authority:
                ("there are too many certificates", "name the authority of this server alone")
            case .malformed:
                ("the settings of the mirror cannot be read", "use 'keychainctl sync remote'")
            }
        self.init(.usage, what, advice: advice)
    }
}
