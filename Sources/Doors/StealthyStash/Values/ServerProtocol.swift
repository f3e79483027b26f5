public import Foundation
internal import PortableKeychain

/// The protocol of a server (`kSecAttrProtocol…`); raw values are the names of the cases.
public enum ServerProtocol: String, Sendable {
    /// File transfer.
    case ftp
    /// File transfer, for an account of a client.
    case ftpaccount
    /// Web.
    case http
    /// Internet relay chat.
    case irc
    /// News.
    case nntp
    /// Mail box.
    case pop3
    /// Mail delivery.
    case smtp
    /// Proxy for any connection.
    case socks
    /// Mail access.
    case imap
    /// Directory.
    case ldap
    /// AppleTalk.
    case appletalk
    /// Apple's file sharing.
    case afp
    /// Terminal.
    case telnet
    /// Secure shell.
    case ssh
    /// File transfer over TLS.
    case ftps
    /// Web over TLS.
    case https
    /// Proxy for the web.
    case httpproxy
    /// Proxy for the web over TLS.
    case httpsproxy
    /// Proxy for file transfer.
    case ftpproxy
    /// Windows shares.
    case smb
    /// Streaming.
    case rtsp
    /// Proxy for streaming.
    case rtspproxy
    /// Shared music.
    case daap
    /// Remote Apple events.
    case eppc
    /// Printing.
    case ipp
    /// News over TLS.
    case nntps
    /// Directory over TLS.
    case ldaps
    /// Terminal over TLS.
    case telnets
    /// Mail access over TLS.
    case imaps
    /// Internet relay chat over TLS.
    case ircs
    /// Mail box over TLS.
    case pop3s

    /// Finds the protocol of an address; only "http" is known, in small letters.
    ///
    /// - Parameter scheme: The scheme of an address.
    public init?(scheme: String) {
        guard scheme == "http" else { return nil }
        self = .http
    }

    /// Apple's constant for the protocol, such as `kSecAttrProtocolHTTPS`.
    public var cfValue: CFString { code as CFString }
}

extension ServerProtocol {
    /// Finds a protocol by its four characters in the keychain.
    init?(code: String) {
        let known = Self.codes.first { $0.value.rawValue == code }
        guard let known else { return nil }
        self = known.key
    }

    /// The four characters in the keychain; spaces at the end count.
    var code: String { Self.codes[self]?.rawValue ?? "" }

    private static let codes: [Self: NetworkProtocol] = [
        .ftp: .ftp, .ftpaccount: .ftpAccount, .http: .http, .irc: .irc, .nntp: .nntp, .pop3: .pop3,
        .smtp: .smtp, .socks: .socks, .imap: .imap, .ldap: .ldap, .appletalk: .appleTalk,
        .afp: .afp, .telnet: .telnet, .ssh: .ssh, .ftps: .ftps, .https: .https,
        .httpproxy: .httpProxy, .httpsproxy: .httpsProxy, .ftpproxy: .ftpProxy, .smb: .smb,
        .rtsp: .rtsp, .rtspproxy: .rtspProxy, .daap: .daap, .eppc: .eppc, .ipp: .ipp,
        .nntps: .nntps, .ldaps: .ldaps, .telnets: .telnets, .imaps: .imaps, .ircs: .ircs,
        .pop3s: .pop3s,
    ]
}
