import Testing

/// The types that articles and examples use most are explained where they are declared.
///
/// `Scripts/snippets.py` compiles the examples.
@Suite struct OverviewTests {
    static let types = [
        "AccessControl", "Accessibility", "AuthenticationContext", "Authenticator",
        "CertificateItem", "Code", "Configuration", "GenericPassword", "IdentityItem",
        "IdentityMaterial", "InternetPassword", "ItemClass", "ItemKeeper", "KeyItem", "KeyMaterial",
        "Keychain", "KeychainAccess", "KeychainChanges", "KeychainEntry", "KeychainError",
        "KeychainObjects", "KeychainQuery", "PasscodeHashing", "SecretBytes", "SecurityToken",
        "X509Certificate",
    ]

    @Test(arguments: types) func hasAnOverviewAndAnExample(type: String) throws {
        let comments = Repository.swift.filter {
            $0.path.hasPrefix("Sources/Library/PortableKeychain/")
        }
        .compactMap { Self.comment(on: type, in: $0.lines) }
        let comment = try #require(comments.first, "\(type) has no comment")
        #expect(comments.count == 1, "\(type) is declared more than once")
        #expect(Self.faults(of: comment) == [], "\(type)")
    }

    @Test(arguments: [
        (["/// Keeps secrets."], ["no overview", "no example"]),
        (["/// Keeps secrets.", "///", "/// ```swift", "/// f()", "/// ```"], ["no overview"]),
        (["/// Keeps secrets.", "///", "/// Use it for all."], ["no example"]),
        (["/// `genp`.", "///", "/// Use it.", "/// ```swift", "/// ```"], ["no summary"]),
    ])
    func noticesWhatIsMissing(comment: [String], faults: [String]) {
        #expect(Self.faults(of: comment) == faults)
    }

    /// The lines of the comment on a public type.
    private static func comment(on type: String, in lines: [String]) -> [String]? {
        let start = #"public (final )?(struct|class|enum|protocol) "# + type + #"\b"#
        guard let pattern = try? Regex(#"^\s*(@\w+(\(\w+\))? )*"# + start),
            let place = lines.firstIndex(where: { $0.contains(pattern) })
        else { return nil }
        let comment = lines[..<place].reversed().map { $0.trimmingPrefix { $0 == " " } }
            .prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
        return comment.reversed().map(String.init)
    }

    private static func faults(of comment: [String]) -> [String] {
        var faults: [String] = []
        if comment.first?.contains(/^\/\/\/ [A-Z]\w*[ :]/) != true { faults.append("no summary") }
        // Text after the first paragraph, outside of code.
        var isCode = false
        let text = comment.drop { $0 != "///" }.filter { line in
            if line.hasPrefix("/// ```") { isCode.toggle() }
            return !isCode && line != "///" && !line.hasPrefix("/// ```")
        }
        if text.isEmpty { faults.append("no overview") }
        if !comment.contains("/// ```swift") { faults.append("no example") }
        return faults
    }
}
