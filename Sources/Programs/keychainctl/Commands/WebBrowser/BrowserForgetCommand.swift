internal import ArgumentParser
internal import KeychainBrowser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl browser forget`.
struct BrowserForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Disconnect a browser, or forget all decisions.",
        discussion: """
            A browser that was forgotten has to be connected again before it gets a password. \
            With --all, so have all browsers, and what you decided about pages is forgotten too.

            EXAMPLES
              keychainctl browser forget Firefox
              keychainctl browser forget --all
            """
    )

    @Argument(help: "The names of browsers, as 'keychainctl browser status' shows them.")
    var names: [String] = []
    @Flag(help: "Forget all browsers, and all decisions about pages.") var all = false
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard all != names.isEmpty else { return }
        throw ValidationError("use either the names of browsers or --all")
    }

    func run() throws {
        let records = BrowserRecords(try place.open())
        guard !all else {
            let count = try records.forgetAll()
            return Terminal.say("Forgotten: \(count) record\(count == 1 ? "" : "s").")
        }
        let known = Set(try records.browsers().map(\.id))
        for name in names where !known.contains(name) {
            throw Failure(
                Failure(KeychainError(.itemNotFound)).status,
                "no browser is connected as '\(name)'",
                advice: "'keychainctl browser status' lists those that are"
            )
        }
        for name in names where try records.forget(name) { Terminal.say("\(name) is forgotten.") }
    }
}
