internal import KeychainLibC
internal import PortableKeychain

/// Has the browsers of a user start this tool for the extension KeePassXC-Browser, and takes that back.
package struct BrowserSetup: Sendable {
    /// The home of the user.
    package var home: String
    /// The folder for the link that shows the tool its purpose, if there is none beside it.
    package var folder: String
    /// The path of `keychainctl`.
    package var tool: String
    /// More extensions that may start it, by their identifiers.
    package var extensions: [String]

    package init(home: String, folder: String, tool: String, extensions: [String] = []) {
        (self.home, self.folder) = (home, folder)
        (self.tool, self.extensions) = (tool, extensions)
    }

    /// That of the user who runs this process.
    ///
    /// - Parameter extensions: More extensions that may start it.
    /// - Returns: The setup.
    /// - Throws: ``Failure`` if the path of the running program is not known.
    package static func present(extensions: [String] = []) throws(Failure) -> BrowserSetup {
        guard let tool = UserEnvironment.executable else {
            throw Failure(.fileError, "cannot find the path of keychainctl", advice: "mount /proc")
        }
        let home = UserEnvironment.home
        let data = UserEnvironment.variable("XDG_DATA_HOME").flatMap {
            $0.hasPrefix("/") ? $0 : nil
        }
        return BrowserSetup(
            home: home,
            folder: (data ?? home + "/.local/share") + "/keychain-browser",
            tool: tool,
            extensions: extensions
        )
    }

    /// The path of the program for browsers: the link beside the tool, or that of ``enable(_:)``.
    package var program: String {
        let name = ProgramName.browser.rawValue
        let beside = PrivateFile.split(tool).folder + "/" + name
        return Self.leads(beside, to: tool) ? beside : folder + "/" + name
    }

    /// The manifest of each browser.
    package var manifests: [BrowserManifest] {
        WebBrowser.allCases.map { manifest(of: $0) }
    }

    private func manifest(of browser: WebBrowser) -> BrowserManifest {
        BrowserManifest(browser, home: home, program: program, extensions: extensions)
    }

    /// Whether a browser was ever started here.
    package func isPresent(_ browser: WebBrowser) -> Bool {
        SetupFile.exists("\(home)/\(browser.folder)")
    }

    /// Whether a browser in a sandbox was ever started here.
    package func isSandboxed(_ browser: WebBrowser) -> Bool {
        browser.sandboxes.contains { SetupFile.exists("\(home)/\($0)") }
    }

    /// Writes the manifests.
    ///
    /// - Parameter browsers: The browsers; none for those that were ever started here.
    /// - Throws: ``Failure`` if there is none, or a file cannot be written.
    package func enable(_ browsers: [WebBrowser]) throws(Failure) {
        let chosen = browsers.isEmpty ? WebBrowser.allCases.filter(isPresent) : browsers
        guard !chosen.isEmpty else {
            throw Failure(
                .unfit,
                "no browser was ever started here that can start programs",
                advice: "start the browser once, or name it: 'keychainctl browser enable firefox'"
            )
        }
        try makeLink()
        for browser in chosen {
            let manifest = manifest(of: browser)
            if let owner = manifest.owner {
                Terminal.say("\(browser.name) was connected to \(owner); its file is kept.")
            }
            let isNew = try manifest.install()
            Terminal.say("\(manifest.file.path): \(isNew ? "written" : "there already").")
        }
        sayWhatIsLeft()
    }

    private func sayWhatIsLeft() {
        for browser in WebBrowser.allCases where isSandboxed(browser) {
            Terminal.say("\(browser.name) of Snap or Flatpak cannot start programs.")
        }
        Terminal.say("Install the extension KeePassXC-Browser, and choose Connect in its menu.")
        Terminal.say("'keychainctl browser disable' takes all of this back.")
    }

    /// Removes the manifests, and gives those from before their names again.
    ///
    /// - Throws: ``Failure`` if a file cannot be removed.
    package func disable() throws(Failure) {
        var isChanged = false
        for manifest in manifests {
            guard try manifest.file.remove() else { continue }
            isChanged = true
            let isBack = SetupFile.exists(manifest.file.path)
            let what = isBack ? "as it was before" : "removed"
            Terminal.say("\(manifest.file.path): \(what).")
        }
        let link = folder + "/" + ProgramName.browser.rawValue
        if unlink(link) == 0 {
            isChanged = true
            rmdir(folder)
            Terminal.say("\(link): removed.")
        }
        guard isChanged else { return Terminal.say("No browser was set up.") }
        Terminal.say("Connected browsers stay known; 'keychainctl browser forget' forgets them.")
    }

    /// Makes the link by which the tool knows that a browser started it, unless it is there.
    private func makeLink() throws(Failure) {
        let link = program
        guard !Self.leads(link, to: tool) else { return }
        let draft = link + ".new"
        unlink(draft)
        try SetupFile.makeFolders(above: link)
        guard symlink(tool, draft) == 0, rename(draft, link) == 0 else {
            throw Failure(cannot: "create", link, errno)
        }
    }

    /// Whether a path is a link to the tool.
    private static func leads(_ link: String, to tool: String) -> Bool {
        guard let path = realpath(link, nil) else { return false }
        defer { free(path) }
        return String(cString: path) == tool
    }
}
