internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl slot list`.
struct SlotListCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the ways into a keychain.",
        discussion: """
            In a pipe, each line has three fields with tabs between them: the identifier, which \
            'slot remove' takes; the kind (device, passcode, token, token-pin, fido2, recovery, \
            credential, login-password); and what opens it. A security key has two more: its name, and when it was \
            enrolled. In JSON, through-agent says that the agent of the system sealed the secret of \
            a slot in the TPM, and has to open it.

            EXAMPLES
              keychainctl slot list --json
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let keychain = try place.open()
        let slots = try keychain.access.slots()
        let names =
            slots.contains { $0.kind == .securityKey }
            ? try SlotNotes(.securityKeys, in: keychain).all() : [:]
        let locks = slots.contains { ![.device, .recovery].contains($0.kind) }
        guard !json else {
            return Terminal.json(.array(slots.map { Self.object($0, names[$0.identifier]) }))
        }
        var header = ["IDENTIFIER", "KIND", "OPENS WITH"]
        if !names.isEmpty { header += ["NAME", "ENROLLED"] }
        let rows = slots.map { slot in
            let opener = WaysIn.explanation(slot, locks: locks)
            var row = [slot.identifier, WaysIn.word(slot.kind), opener]
            if let known = names[slot.identifier] { row += [known.text, known.date] }
            return row
        }
        // On a terminal, each row has all columns.
        let width = Terminal.isInteractive ? header.count : 0
        Terminal.table(
            header: header,
            rows.map { $0 + [String](repeating: "", count: max(0, width - $0.count)) }
        )
    }

    private static func object(_ slot: AccessSlot, _ known: SlotNotes.Note?) -> JSON {
        var fields: [(String, JSON)] = [
            ("identifier", .string(slot.identifier)),
            ("kind", .string(WaysIn.word(slot.kind))),
            ("through-agent", .bool(WaysIn.isThroughAgent(slot))),
        ]
        if let known {
            fields += [("name", .string(known.text)), ("enrolled", .string(known.date))]
        }
        return .object(fields)
    }
}
