package import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// What git says to a credential helper: a description of a credential, whole or in part.
///
/// Lines of `key=value` that an empty line or the end of the input ends (git-credential(1),
/// "INPUT/OUTPUT FORMAT"). Keys that this helper does not know are left alone, as that page asks:
/// `wwwauth[]` is for helpers that log in, `state[]` for those that answer in several rounds.
package struct GitRequest {
    /// How the server is reached, such as `https`.
    var scheme: String?
    /// Where; an empty host is one that was said to be empty.
    var server: HostAndPort?
    /// The path, without a slash at its start; git leaves it out unless `credential.useHttpPath`.
    var path: String?
    var username: String?
    var password: SecretBytes?
    /// When the password ceases to work, in seconds since 1970.
    var passwordExpiry: Int64?
    var refreshToken: SecretBytes?
    /// The scheme of `credential` (RFC 9110, 11.1), such as `Bearer`.
    var authenticationScheme: String?
    /// A credential that goes into the header of a request as it is.
    var credential: SecretBytes?
    /// Whether the credential is for one use, and must not be stored.
    var isEphemeral = false
    /// What git understands beyond the first version of the protocol.
    var capabilities: Set<String> = []

    /// What this helper understands beyond the first version of the protocol.
    package static let capabilities = ["authtype"]

    init() {}

    /// Reads the lines up to the end of the description.
    ///
    /// - Parameter input: Where they come from.
    /// - Throws: ``Failure`` for lines that git would not write.
    package init(_ input: LineReader) throws(Failure) {
        while let line = try input.next(), line.count > 0 { try read(line) }
    }

    /// Reads lines that are there already.
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
            // git refuses to write a return too (CVE-2024-52006).
            throw Self.failure("a line is not of the form key=value")
        }
        try set(key, to: SecretText.part(of: line, equals + 1..<line.count))
    }

    private mutating func set(_ key: String, to value: SecretBytes) throws(Failure) {
        let text = SecretText.copy(value) ?? ""
        switch key {
        case "protocol": scheme = text
        case "host":
            guard let read = HostAndPort(text) else { throw Self.failure("the host is none") }
            server = read
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
