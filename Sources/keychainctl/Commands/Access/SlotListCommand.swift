internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl slot list`.
struct SlotListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the ways into a keychain.",
        discussion: """
            In a pipe, each line has three fields with tabs between them: the identifier, which \
            'slot remove' takes; the kind (device, passcode, token, token-pin, fido2, recovery, \
            credential); and what opens it. In JSON, through-agent says that the agent of the system \
            sealed the secret of a slot in the TPM, and has to open it.
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Print a JSON array of objects.") var json = false

    func run() throws {
        let slots = try place.open().access.slots()
        let locks = slots.contains { ![.device, .recovery].contains($0.kind) }
        if json {
            Terminal.json(
                .array(
                    slots.map { slot in
                        .object([
                            ("identifier", .string(slot.identifier)),
                            ("kind", .string(WaysIn.word(slot.kind))),
                            ("through-agent", .bool(WaysIn.isThroughAgent(slot))),
                        ])
                    }
                )
            )
        } else {
            Terminal.table(
                header: ["IDENTIFIER", "KIND", "OPENS WITH"],
                slots.map { slot in
                    [
                        slot.identifier, WaysIn.word(slot.kind),
                        WaysIn.explanation(slot, locks: locks),
                    ]
                }
            )
        }
    }
}
