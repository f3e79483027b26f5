public import Foundation

// Values of `kSecAttrProtocol` (a trailing space counts) and `kSecAttrAuthenticationType`.
// The strings are those of Apple's SecItemConstants.c. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// File transfer.
nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp "
/// File transfer with an account.
nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa"
/// Web.
nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"
/// Internet relay chat.
nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc "
/// News.
nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp"
/// Mail box.
nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3"
/// Mail delivery.
nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp"
/// Proxy for any connection.
nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox "
/// Mail access.
nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap"
/// Directory.
nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap"
/// AppleTalk.
nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk"
/// AppleShare.
nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp "
/// Terminal.
nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln"
/// Secure shell.
nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh "
/// File transfer over TLS.
nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps"
/// Web over TLS.
nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"
/// Proxy for the web.
nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx"
/// Proxy for the web over TLS.
nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"
/// Proxy for file transfer.
nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx"
/// Windows shares.
nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb "
/// Streaming.
nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp"
/// Proxy for streaming.
nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"
/// Shared music.
nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap"
/// Remote Apple events.
nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc"
/// Printing.
nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp "
/// News over TLS.
nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps"
/// Directory over TLS.
nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps"
/// Terminal over TLS.
nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels"
/// Mail access over TLS.
nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps"
/// Internet relay chat over TLS.
nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs"
/// Mail box over TLS.
nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops"
/// Windows NT challenge and response.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
/// Microsoft network.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"
/// Distributed password.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
/// Remote password.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
/// User and password in a header of the request.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// A digest in a header of the request.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// A form on a web page.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// The default of the protocol.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
