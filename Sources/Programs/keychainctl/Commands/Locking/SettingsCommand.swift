internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl settings`.
struct SettingsCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change what keychains do by themselves.",
        discussion: """
            The settings are yours, for all of your keychains. keychaind follows a change at once.

            lock-with-screen (yes, no): whether keychains with a passcode are locked when you \
            lock the screen or leave it alone. Where a TPM opens one without a PIN, it is opened \
            again when you unlock the screen. When the machine goes to sleep, and when your last \
            session ends, they are locked in any case.

            notifications (yes, no, all): what the desktop tells you of what happened without a \
            question. yes: a question of a program waits for you, or a keychain is locked because \
            its time is over. all: also what you know already: that the screen, sleep or the end \
            of a session has locked a keychain, and that it is open again.

            In a pipe, each line has a name and a value with a tab between them; with a name, \
            there is its value alone.

            EXAMPLES
              keychainctl settings
              keychainctl settings lock-with-screen no
            """
    )

    @Argument(
        help: "The setting.",
        completion: .list(KeychainSetting.allCases.map(\.rawValue))
    )
    var name: String?
    @Argument(help: "Its new value.") var value: String?
    @OptionGroup var answer: AnswerOptions

    func validate() throws {
        guard value == nil || !json else {
            throw ValidationError("Use either --json or a new value.")
        }
    }

    func run() throws {
        var preferences = try KeychainPreferences(.tool)
        let shown = try name.map { [try Self.setting($0)] } ?? KeychainSetting.allCases
        guard let value else {
            let lines = shown.map { ($0.rawValue, preferences.value(of: $0)) }
            guard !json else {
                return Terminal.json(.object(lines.map { ($0.0, JSON.string($0.1)) }))
            }
            guard name == nil else { return lines.forEach { Terminal.line("\($0.1)") } }
            return Terminal.properties(lines)
        }
        for setting in shown where !preferences.set(setting, to: value) {
            throw Self.refusal("'\(value)' is no value of '\(setting.rawValue)'", setting.values)
        }
        try preferences.save()
    }

    private static func setting(_ name: String) throws(Failure) -> KeychainSetting {
        guard let setting = KeychainSetting(rawValue: name) else {
            throw refusal(
                "there is no setting '\(name)'",
                KeychainSetting.allCases.map(\.rawValue)
            )
        }
        return setting
    }

    private static func refusal(_ problem: String, _ choices: [String]) -> Failure {
        Failure(.usage, problem, advice: "choose one of: \(choices.joined(separator: ", "))")
    }
}
