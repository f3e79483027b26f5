/// An import of a module that has on Linux the names that a source finds elsewhere on Apple's
/// platforms.
struct AddedImport {
    /// The line beside which it is put.
    let line: Int
    /// Whether it is put before the line.
    let isBefore: Bool
    let edit: LineEdit

    private static let modules = [
        // The types of Apple's Foundation for the network.
        (name: "FoundationNetworking", names: network),
        // The names of Darwin and of Objective-C that Apple's Foundation exports.
        (name: Vocabulary.darwin.rawValue, names: darwin),
    ]

    /// Finds the imports that a source needs, and does not have.
    static func all(of source: SourceText) -> [AddedImport] {
        modules.compactMap { AddedImport(of: $0.name, for: $0.names, source) }
    }

    private init?(of module: String, for names: Set<String>, _ source: SourceText) {
        guard let name = source.linesWithWord.keys.filter(names.contains).min(),
            source.imports(of: module).isEmpty
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
            lines: ["#if canImport(\(module))", "import \(module)", "#endif"].map {
                text.indent + $0 + text.lineEnd
            },
            done: "'import \(module)' is there on Linux, for \(name)"
        )
    }

    private static let darwin: Set<String> = [
        "NSInteger", "NSUInteger", "autoreleasepool", "errno_t", "memset_s", "rsize_t",
        "timingsafe_bcmp",
    ]

    /// The public names of FoundationNetworking in Swift 6.3.
    private static let network: Set<String> = [
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
