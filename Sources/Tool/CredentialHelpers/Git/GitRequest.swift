package import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// A request of git to a credential helper: a complete or partial description of a credential.
///
/// The format is lines of `key=value`, ended by an empty line or the end of the input
/// (git-credential(1), "INPUT/OUTPUT FORMAT"). As that page requires, unknown keys are ignored:
/// `wwwauth[]` is for helpers that log in, `state[]` for those that answer in several rounds.
package struct GitRequest {
    /// The protocol, such as `https`.
    var scheme: String?
    /// The host and port; the host is empty if it was explicitly empty.
    var server: HostAndPort?
    /// The path, without a slash at its start; git omits it unless `credential.useHttpPath` is set.
    var path: String?
    var username: String?
    var password: SecretBytes?
    /// The expiration of the password, in seconds since 1970.
    var passwordExpiry: Int64?
    var refreshToken: SecretBytes?
    /// The scheme of `credential` (RFC 9110, 11.1), such as `Bearer`.
    var authenticationScheme: String?
    /// A credential that is sent unchanged in the header of a request.
    var credential: SecretBytes?
    /// Whether the credential is for one use only and must not be stored.
    var isEphemeral = false
    /// The protocol extensions that git supports.
    var capabilities: Set<String> = []

    /// The protocol extensions that this helper supports.
    package static let capabilities = ["authtype"]

    /// The keys that have one value; those with brackets are lists.
    private static let single: Set<String> = [
        "protocol", "host", "path", "username", "password", "password_expiry_utc",
        "oauth_refresh_token", "authtype", "credential", "ephemeral",
    ]
    private var seen: Set<String> = []

    init() {}

    /// Reads the lines up to the end of the description.
    ///
    /// - Parameter input: The source of the lines.
    /// - Throws: ``Failure`` for lines that git would not write.
    package init(_ input: LineReader) throws(Failure) {
        while let line = try input.next(), line.count > 0 { try read(line) }
    }

    /// Parses the lines of a description.
    init(lines: [SecretBytes]) throws(Failure) {
        for line in lines { try read(line) }
    }

    private mutating func read(_ line: SecretBytes) throws(Failure) {
        let bounds = line.withUnsafeBytes { bytes in
            (equals: bytes.firstIndex(of: UInt8(ascii: "=")), hasReturn: bytes.contains(0x0D))
        }
        guard !bounds.hasReturn, let equals = bounds.equals,
            let key = SecretText.copy(SecretText.part(of: line, 0..<equals))
        else {
            // git also refuses to write a carriage return (CVE-2024-52006).
            throw Self.failure("a line does not have the format key=value")
        }
        try set(key, to: SecretText.part(of: line, equals + 1..<line.count))
    }

    private mutating func set(_ key: String, to value: SecretBytes) throws(Failure) {
        // git writes each once. Of two hosts, a program before this helper may have checked one, and
        // the password of the other one would be sent (CVE-2020-5260).
        guard !Self.single.contains(key) || seen.insert(key).inserted else {
            throw Self.failure("\(key) is given more than once")
        }
        let text = SecretText.copy(value) ?? ""
        switch key {
        case "protocol": scheme = text
        case "host":
            do throws(HostAndPort.Problem) { server = try HostAndPort(text) } catch {
                throw Self.failure(
                    error == .port
                        ? "the port of the host is not \(HostAndPort.portExpectation)"
                        : "the host is not valid"
                )
            }
        case "path": path = text
        case "username": username = text
        case "password": password = value
        case "password_expiry_utc":
            guard let seconds = Int64(text) else {
                throw Self.failure("password_expiry_utc is not a number")
            }
            passwordExpiry = seconds
        case "oauth_refresh_token": refreshToken = value
        case "authtype": authenticationScheme = text
        case "credential": credential = value
        case "ephemeral": isEphemeral = !["", "0", "false", "no", "off"].contains(text)
        case "capability[]":
            if text.isEmpty { capabilities = [] } else { capabilities.insert(text) }
        default: break
        }
    }

    private static func failure(_ problem: String) -> Failure {
        Failure(.badInput, problem, advice: "see git-credential(1); nothing was done")
    }
}
