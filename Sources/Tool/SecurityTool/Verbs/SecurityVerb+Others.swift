internal import KeychainctlKit
internal import PortableKeychain

extension SecurityVerb {
    /// The verb that shows the usage of the others.
    static let help = SecurityVerb(
        name: "help",
        summary: "Show all commands, or the usage of the given ones.",
        options: [],
        operands: "[command...]"
    ) { call in
        guard !call.operands.isEmpty else {
            return Terminal.help(list.map { $0 + "\n" }.joined())
        }
        for word in call.operands {
            guard let verb = word.text.flatMap(named) else {
                throw SecurityFailure(1, "there is no command \"\(word.shown)\"")
            }
            Terminal.show(Shown(lines: verb.usage))
        }
    }

    /// The verbs with their purposes, then the names of those that have no meaning here.
    static var list: [String] {
        let absent = all.filter { $0.absence != nil }.map(\.name).joined(separator: ", ")
        return all.filter { $0.absence == nil }.flatMap { HelpText.entry($0.name, $0.summary) }
            + HelpText.wrapped("Not available here: \(absent).", indent: 2, hanging: 2)
    }

    /// The verbs at the end of macOS's table.
    static let others: [SecurityVerb] =
        [
            ("cms", "use 'openssl cms'"), ("install-mds", modules),
            ("add-trusted-cert", trust), ("remove-trusted-cert", trust),
            ("dump-trust-settings", trust), ("user-trust-settings-enable", trust),
            ("trust-settings-export", trust), ("trust-settings-import", trust),
            ("verify-cert", "use 'openssl verify'"),
            ("authorize", rights), ("authorizationdb", rights),
            ("execute-with-privileges", rights), ("leaks", "there is no such check"),
        ].map { notHere($0.0, $0.1) } + [error]
        + [
            ("create-filevaultmaster-keychain", disks), ("smartcards", smartCards),
            ("translocate-policy-check", signatures), ("translocate-status-check", signatures),
            ("translocate-original-path", signatures), ("requirement-evaluate", signatures),
            ("filevault", disks), ("platformsso", rights),
        ].map { notHere($0.0, $0.1) }

    private static let modules = "there are no security modules"
    private static let trust = "the system stores its trusted certificates in separate files"
    private static let rights = "the system has other means of authorization"
    private static let disks = "the system encrypts disks by other means"
    private static let signatures = "programs are not signed here"

    private static let error = SecurityVerb(
        name: "error",
        summary: "Show the meanings of statuses.",
        options: [],
        operands: "status...",
        // All arguments are operands, because a status can begin with a dash.
        operandsFirst: .max
    ) { call in
        for word in call.operands where word.text != "error" {
            guard let status = word.text.flatMap(status) else {
                throw SecurityFailure.usage("\"\(word.shown)\" is not a number of 32 bits")
            }
            let digits = BufferForm.digits(BufferForm.bytes(Int64(status)), "0123456789ABCDEF")
            let meaning =
                status == 0 ? "No error." : KeychainError(KeychainError.Code.status(status)).reason
            Terminal.line("Error: 0x\(digits) \(status) \(meaning)")
        }
        // As on macOS, this verb never exits with 0.
        throw SecurityFailure(1, nil)
    }

    /// A status in decimal, hexadecimal (0x) or octal (0) digits.
    private static func status(_ text: String) -> Int32? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        let magnitude: Int64? =
            if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
                Int64(digits.dropFirst(2), radix: 16)
            } else {
                Int64(digits, radix: digits.hasPrefix("0") ? 8 : 10)
            }
        guard let magnitude, digits.first?.isHexDigit == true else { return nil }
        let number = isNegative ? -magnitude : magnitude
        return Int32(exactly: number)
            ?? (isNegative ? nil : UInt32(exactly: number).map { Int32(bitPattern: $0) })
    }
}
