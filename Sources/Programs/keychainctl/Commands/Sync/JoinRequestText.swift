internal import KeychainEssentials
internal import KeychainSync
internal import PortableKeychain

/// The request of a machine that wants to join, in lines that survive a mail or a terminal.
struct JoinRequestText {
    private static let begin = "-----BEGIN KEYCHAIN JOIN REQUEST-----"
    private static let end = "-----END KEYCHAIN JOIN REQUEST-----"
    private static let width = 64

    let request: [UInt8]

    init(_ request: [UInt8]) { self.request = request }

    /// Reads the text; `nil` for any other one.
    init?(_ text: SecretBytes) {
        // Base64 of the longest request, with its lines.
        guard text.count <= 2 * SyncedVault.longestRequest, let text = text.string() else {
            return nil
        }
        guard let begin = text.firstRange(of: Self.begin), let end = text.firstRange(of: Self.end),
            begin.upperBound < end.lowerBound
        else { return nil }
        // Mail adds line ends and spaces.
        let digits = text[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
        guard !digits.isEmpty, let data = Data(base64Encoded: digits) else { return nil }
        request = Array(data)
    }

    var lines: [String] {
        var lines = [Self.begin]
        var rest = Data(request).base64EncodedString()[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(Self.width)))
            rest = rest.dropFirst(Self.width)
        }
        return lines + [Self.end]
    }
}
