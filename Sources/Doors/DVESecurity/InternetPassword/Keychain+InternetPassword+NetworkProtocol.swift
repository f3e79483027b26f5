extension Keychain.InternetPassword {
    /// The protocol of a server.
    ///
    /// The raw values are the four characters of Apple's `kSecAttrProtocol…` constants
    /// (Specification/item-semantics.md, 1.6).
    public enum NetworkProtocol: String, Sendable {
        /// The File Transfer Protocol.
        case ftp = "ftp "
        /// An account of an FTP client.
        case ftpAccount = "ftpa"
        /// The Hypertext Transfer Protocol.
        case http = "http"
        /// Internet Relay Chat.
        case irc = "irc "
        /// The Network News Transfer Protocol.
        case nntp = "nntp"
        /// The Post Office Protocol.
        case pop3 = "pop3"
        /// The Simple Mail Transfer Protocol.
        case smtp = "smtp"
        /// A SOCKS proxy.
        case socks = "sox "
        /// The Internet Message Access Protocol.
        case imap = "imap"
        /// The Lightweight Directory Access Protocol.
        case ldap = "ldap"
        /// AFP over AppleTalk.
        case appleTalk = "atlk"
        /// The Apple Filing Protocol.
        case afp = "afp "
        /// Telnet.
        case telnet = "teln"
        /// The Secure Shell.
        case ssh = "ssh "
        /// FTP over TLS.
        case ftps = "ftps"
        /// HTTP over TLS.
        case https = "htps"
        /// A proxy for HTTP.
        case httpProxy = "htpx"
        /// A proxy for HTTPS.
        case httpsProxy = "htsx"
        /// A proxy for FTP.
        case ftpProxy = "ftpx"
        /// Windows file sharing.
        case smb = "smb "
        /// The Real Time Streaming Protocol.
        case rtsp = "rtsp"
        /// A proxy for RTSP.
        case rtspProxy = "rtsx"
        /// The Digital Audio Access Protocol.
        case daap = "daap"
        /// Remote Apple events.
        case eppc = "eppc"
        /// The Internet Printing Protocol.
        case ipp = "ipp "
        /// NNTP over TLS.
        case nntps = "ntps"
        /// LDAP over TLS.
        case ldaps = "ldps"
        /// Telnet over TLS.
        case telnets = "tels"
        /// IMAP over TLS.
        case imapss = "imps"
        /// IRC over TLS.
        case ircs = "ircs"
        /// POP3 over TLS.
        case pop3s = "pops"
    }
}
