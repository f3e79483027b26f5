internal import PortableKeychain
internal import SafeText

/// The file that tells a browser which program answers the extension KeePassXC-Browser.
package struct BrowserManifest: Equatable, Sendable {
    /// The name by which the extension asks for the program: KeePassXC's.
    package static let host = "org.keepassxc.keepassxc_browser"

    /// The extension in the stores of Chrome and of Edge, and in that of Firefox.
    private static let chromiumExtensions = [
        "oboonakemofpalcgghocfoadofidjkkk", "pdffhmdngciaglkoonimfcmckehcpafo",
    ]
    private static let firefoxExtension = "keepassxc-browser@keepassxc.org"

    /// The first line, by which the file is known again; JSON has no comments.
    private static let mark =
        "{ \"description\": \"Written by 'keychainctl browser enable'; 'disable' takes it back.\","

    package let browser: WebBrowser
    package let file: SetupFile

    /// The manifest of a browser.
    ///
    /// - Parameters:
    ///   - browser: The browser.
    ///   - home: The home of the user.
    ///   - program: The path of the program.
    ///   - extensions: More extensions that may start it.
    init(_ browser: WebBrowser, home: String, program: String, extensions: [String]) {
        self.browser = browser
        let isFirefox = browser == .firefox
        let allowed =
            isFirefox
            ? [Self.firefoxExtension] + extensions
            : (Self.chromiumExtensions + extensions).map { "chrome-extension://\($0)/" }
        let member = isFirefox ? "allowed_extensions" : "allowed_origins"
        let content = """
              "name": "\(Self.host)",
              "path": \(JSON.string(program).line),
              "type": "stdio",
              "\(member)": \(JSON.array(allowed.map(JSON.string)).line)
            }

            """
        file = SetupFile(
            path: "\(home)/\(browser.folder)/\(browser.manifests)/\(Self.host).json",
            content: content,
            mark: Self.mark
        )
    }

    /// The program that another owner's manifest names; `nil` if none can be read.
    package var owner: String? {
        guard file.state == .other, let text = SetupFile.read(file.path),
            let tree = try? JSONTree(SecretBytes(utf8: text))
        else { return nil }
        let path = tree["path"].string
        return path.isEmpty ? nil : path
    }

    /// Writes the manifest, and keeps what was there.
    ///
    /// KeePassXC writes its own at each start, so that the same text may be there and be kept already: then one copy
    /// is enough.
    ///
    /// - Returns: Whether anything was done.
    /// - Throws: As ``SetupFile/install()``.
    func install() throws(Failure) -> Bool {
        try file.dropRepeated()
        return try file.install()
    }
}
