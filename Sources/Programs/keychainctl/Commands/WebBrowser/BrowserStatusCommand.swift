internal import ArgumentParser
internal import KeychainBrowser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl browser status`.
struct BrowserStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which browsers use your keychain.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: program: the path \
            that browsers start; a line for each browser that was ever started or set up, with \
            its state (enabled, outdated, disabled, other: the program that answers, or sandboxed); \
            connected: the name of each browser profile that you connected; decisions: how many \
            decisions about pages are remembered; passkeys: where new ones are kept (keychain, \
            synchronized, chip); and next: the command that changes the state. Nothing is asked: \
            of a locked keychain, 'connected' is locked.

            EXAMPLES
              keychainctl browser status
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    /// The records of a keychain.
    private struct Records {
        var browsers: [BrowserRecords.Browser] = []
        var decisions = 0
        var passkeys = BrowserRecords.PasskeyPlace.keychain
    }

    /// Reads the records; `nil` if the keychain is locked.
    private func records() throws -> Records? {
        do {
            let keychain: Keychain
            do {
                keychain = try place.choice.open(asking: false)
            } catch let error as KeychainError
                where error.code == .noSuchKeychain && place.choice.name == nil
            {
                return Records()
            }
            let records = BrowserRecords(keychain)
            return Records(
                browsers: try records.browsers(),
                decisions: try records.decisions(),
                passkeys: try records.passkeyPlace()
            )
        } catch let error as KeychainError where error.code.isInaccessible {
            return nil
        }
    }

    func run() throws {
        let setup = try BrowserSetup.present()
        let states = WebBrowser.allCases.compactMap { State($0, in: setup) }
        let isEnabled = states.contains { $0.word == "enabled" }
        let next = "keychainctl browser " + (isEnabled ? "disable" : "enable")
        let records = try records()
        var lines = [("program", setup.program)]
        lines += states.map { ($0.browser.rawValue, $0.text) }
        let connected = records?.browsers.map(\.id) ?? ["locked"]
        lines += connected.map { ("connected", $0) }
        if let records {
            lines.append(("decisions", String(records.decisions)))
            lines.append(("passkeys", records.passkeys.rawValue))
        }
        var members: [(String, JSON)] = [
            ("program", .string(setup.program)), ("browsers", .array(states.map(\.json))),
        ]
        if let records {
            members += [
                ("connected", .array(records.browsers.map { .string($0.id) })),
                ("decisions", .number(Int64(records.decisions))),
                ("passkeys", .string(records.passkeys.rawValue)),
            ]
        }
        tell(lines + [("next", next)], members + [("next", .string(next))])
    }

    /// The state of a browser.
    private struct State {
        let browser: WebBrowser
        let word: String
        let manifest: BrowserManifest

        /// Looks at what is there; `nil` for a browser that was never started or set up.
        init?(_ browser: WebBrowser, in setup: BrowserSetup) {
            guard let manifest = setup.manifests.first(where: { $0.browser == browser }) else {
                return nil
            }
            let isThere = setup.isPresent(browser) || manifest.file.state != .missing
            guard isThere || setup.isSandboxed(browser) else { return nil }
            (self.browser, self.manifest) = (browser, manifest)
            word =
                switch manifest.file.state {
                case .written: "enabled"
                case .outdated: "outdated"
                case .missing: isThere ? "disabled" : "sandboxed"
                case .other: "other"
                }
        }

        var text: String { manifest.owner.map { "\(word): \($0)" } ?? word }

        var json: JSON {
            .object(
                [
                    ("browser", .string(browser.rawValue)), ("state", .string(word)),
                    ("file", .string(manifest.file.path)),
                ] + (manifest.owner.map { [("owner", .string($0))] } ?? [])
            )
        }
    }
}
