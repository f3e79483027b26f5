/// The import of `FoundationNetworking`, which has on Linux what Apple's Foundation has of the network.
struct NetworkImport {
    /// The line beside which it is put.
    let line: Int
    /// Whether it is put before the line.
    let isBefore: Bool
    let edit: LineEdit

    private static let module = "FoundationNetworking"

    /// Finds out where a source needs it; `nil` if it does not, or has it.
    init?(_ source: SourceText) {
        guard let name = source.linesWithWord.keys.filter(Self.contains).min(),
            source.imports(of: Self.module).isEmpty
        else { return nil }
        let imports = source.imports
        if let foundation = imports.first(where: { $0.module == "Foundation" }) {
            line = foundation.line
            isBefore = false
        } else {
            guard let first = (0..<source.count).first(where: { !source.tokens($0).isEmpty }) else {
                return nil
            }
            line = imports.first?.line ?? first
            isBefore = true
        }
        let text = source.line(line)
        edit = LineEdit(
            lines: ["#if canImport(\(Self.module))", "import \(Self.module)", "#endif"].map {
                text.indent + $0 + text.lineEnd
            },
            done: "'import \(Self.module)' is there on Linux, for \(name)"
        )
    }

    private static func contains(_ word: String) -> Bool {
        switch word.utf8.first {
        case UInt8(ascii: "U"), UInt8(ascii: "H"), UInt8(ascii: "C"), UInt8(ascii: "N"):
            names.contains(word)
        default: false
        }
    }

    /// The public names of the module in Swift 6.3.
    private static let names: Set<String> = [
        "CachedURLResponse", "HTTPCookie", "HTTPCookiePropertyKey", "HTTPCookieStorage",
        "HTTPURLResponse",
        "NSMutableURLRequest", "NSURLAuthenticationMethodClientCertificate",
        "NSURLAuthenticationMethodDefault", "NSURLAuthenticationMethodHTMLForm",
        "NSURLAuthenticationMethodHTTPBasic", "NSURLAuthenticationMethodHTTPDigest",
        "NSURLAuthenticationMethodNTLM", "NSURLAuthenticationMethodNegotiate",
        "NSURLAuthenticationMethodServerTrust", "NSURLProtectionSpaceHTTP",
        "NSURLProtectionSpaceHTTPProxy",
        "NSURLProtectionSpaceHTTPS", "NSURLProtectionSpaceHTTPSProxy", "NSURLRequest",
        "NSURLSessionTransferSizeUnknown", "URLAuthenticationChallenge",
        "URLAuthenticationChallengeSender",
        "URLCache", "URLCredential", "URLCredentialStorage", "URLProtectionSpace", "URLProtocol",
        "URLProtocolClient", "URLRequest", "URLResponse", "URLSession", "URLSessionConfiguration",
        "URLSessionDataDelegate", "URLSessionDataTask", "URLSessionDelegate",
        "URLSessionDownloadDelegate",
        "URLSessionDownloadTask", "URLSessionStreamDelegate", "URLSessionStreamTask",
        "URLSessionTask",
        "URLSessionTaskDelegate", "URLSessionTaskMetrics", "URLSessionTaskTransactionMetrics",
        "URLSessionUploadTask", "URLSessionWebSocketDelegate", "URLSessionWebSocketTask",
    ]
}
