/// The protocol of an internet password: Apple's four characters (`kSecAttrProtocol…`).
///
/// Unknown values are kept. Trailing spaces are significant.
public struct NetworkProtocol: RawRepresentable, Hashable, Sendable {
    /// The four characters.
    public let rawValue: String

    /// Makes a protocol from its four characters, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    // Specification/item-semantics.md, 1.6.
    /// The File Transfer Protocol, `kSecAttrProtocolFTP`.
    public static let ftp = Self(rawValue: "ftp ")
    /// An account of an FTP client, `kSecAttrProtocolFTPAccount`.
    public static let ftpAccount = Self(rawValue: "ftpa")
    /// The Hypertext Transfer Protocol, `kSecAttrProtocolHTTP`.
    public static let http = Self(rawValue: "http")
    /// Internet Relay Chat, `kSecAttrProtocolIRC`.
    public static let irc = Self(rawValue: "irc ")
    /// The Network News Transfer Protocol, `kSecAttrProtocolNNTP`.
    public static let nntp = Self(rawValue: "nntp")
    /// The Post Office Protocol, `kSecAttrProtocolPOP3`.
    public static let pop3 = Self(rawValue: "pop3")
    /// The Simple Mail Transfer Protocol, `kSecAttrProtocolSMTP`.
    public static let smtp = Self(rawValue: "smtp")
    /// A SOCKS proxy, `kSecAttrProtocolSOCKS`.
    public static let socks = Self(rawValue: "sox ")
    /// The Internet Message Access Protocol, `kSecAttrProtocolIMAP`.
    public static let imap = Self(rawValue: "imap")
    /// The Lightweight Directory Access Protocol, `kSecAttrProtocolLDAP`.
    public static let ldap = Self(rawValue: "ldap")
    /// AFP over AppleTalk, `kSecAttrProtocolAppleTalk`.
    public static let appleTalk = Self(rawValue: "atlk")
    /// The Apple Filing Protocol, `kSecAttrProtocolAFP`.
    public static let afp = Self(rawValue: "afp ")
    /// Telnet, `kSecAttrProtocolTelnet`.
    public static let telnet = Self(rawValue: "teln")
    /// The Secure Shell, `kSecAttrProtocolSSH`.
    public static let ssh = Self(rawValue: "ssh ")
    /// FTP over TLS, `kSecAttrProtocolFTPS`.
    public static let ftps = Self(rawValue: "ftps")
    /// HTTP over TLS, `kSecAttrProtocolHTTPS`.
    public static let https = Self(rawValue: "htps")
    /// A proxy for HTTP, `kSecAttrProtocolHTTPProxy`.
    public static let httpProxy = Self(rawValue: "htpx")
    /// A proxy for HTTPS, `kSecAttrProtocolHTTPSProxy`.
    public static let httpsProxy = Self(rawValue: "htsx")
    /// A proxy for FTP, `kSecAttrProtocolFTPProxy`.
    public static let ftpProxy = Self(rawValue: "ftpx")
    /// Windows file sharing, `kSecAttrProtocolSMB`.
    public static let smb = Self(rawValue: "smb ")
    /// The Real Time Streaming Protocol, `kSecAttrProtocolRTSP`.
    public static let rtsp = Self(rawValue: "rtsp")
    /// A proxy for RTSP, `kSecAttrProtocolRTSPProxy`.
    public static let rtspProxy = Self(rawValue: "rtsx")
    /// The Digital Audio Access Protocol, `kSecAttrProtocolDAAP`.
    public static let daap = Self(rawValue: "daap")
    /// Remote Apple events, `kSecAttrProtocolEPPC`.
    public static let eppc = Self(rawValue: "eppc")
    /// The Internet Printing Protocol, `kSecAttrProtocolIPP`.
    public static let ipp = Self(rawValue: "ipp ")
    /// NNTP over TLS, `kSecAttrProtocolNNTPS`.
    public static let nntps = Self(rawValue: "ntps")
    /// LDAP over TLS, `kSecAttrProtocolLDAPS`.
    public static let ldaps = Self(rawValue: "ldps")
    /// Telnet over TLS, `kSecAttrProtocolTelnetS`.
    public static let telnets = Self(rawValue: "tels")
    /// IMAP over TLS, `kSecAttrProtocolIMAPS`.
    public static let imaps = Self(rawValue: "imps")
    /// IRC over TLS, `kSecAttrProtocolIRCS`.
    public static let ircs = Self(rawValue: "ircs")
    /// POP3 over TLS, `kSecAttrProtocolPOP3S`.
    public static let pop3s = Self(rawValue: "pops")

    /// Finds a protocol by the name that URLs and users write, such as "https".
    ///
    /// - Parameter name: The name in lower case.
    public init?(name: String) {
        guard let known = Self.byName.first(where: { $0.name == name }) else { return nil }
        self = known.value
    }

    /// The name that URLs and users write; the four characters of an unknown protocol.
    public var name: String { Self.names[rawValue] ?? rawValue }

    /// The names by their four characters, because a list of passwords asks for that of each.
    private static let names = Dictionary(
        byName.map { ($0.value.rawValue, $0.name) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let byName: [(name: String, value: Self)] = [
        ("ftp", .ftp), ("ftp-account", .ftpAccount), ("http", .http), ("irc", .irc),
        ("nntp", .nntp), ("pop3", .pop3), ("smtp", .smtp), ("socks", .socks), ("imap", .imap),
        ("ldap", .ldap), ("appletalk", .appleTalk), ("afp", .afp), ("telnet", .telnet),
        ("ssh", .ssh), ("ftps", .ftps), ("https", .https), ("http-proxy", .httpProxy),
        ("https-proxy", .httpsProxy), ("ftp-proxy", .ftpProxy), ("smb", .smb), ("rtsp", .rtsp),
        ("rtsp-proxy", .rtspProxy), ("daap", .daap), ("eppc", .eppc), ("ipp", .ipp),
        ("nntps", .nntps), ("ldaps", .ldaps), ("telnets", .telnets), ("imaps", .imaps),
        ("ircs", .ircs), ("pop3s", .pop3s),
    ]
}
