internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl fido2 list`.
struct FIDO2ListCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the security keys of a keychain, and those that are connected.",
        discussion: """
            In a pipe, each line has six fields with tabs between them: 'enrolled' or \
            'connected'; the identifier for 'fido2 remove', or the device for 'fido2 enroll \
            --device'; what unlocking needs ('touch' or 'touch and PIN'), or the maker's name; \
            for a connected one 'usable', 'PIN set', 'no hmac-secret' or 'cannot be opened'; and \
            for an enrolled one its name, and when it was enrolled.

            Which of the connected security keys was enrolled is known only after a touch.

            EXAMPLES
              keychainctl fido2 list
            """
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var rows: [[String]] = []
        let keychain = try place.open()
        let known = try SlotNotes(.securityKeys, in: keychain).all()
        for slot in try keychain.access.slots() {
            guard let candidate = FIDO2Candidate(slot) else { continue }
            let need = candidate.requiresPIN ? "touch and PIN" : "touch"
            let record = known[slot.identifier] ?? SlotNotes.Note()
            rows.append(["enrolled", slot.identifier, need, "", record.text, record.date])
        }
        let keys = SecurityKeys()
        // Enrolled keys can be listed on a machine where none can be connected.
        if keys.isInstalled {
            do throws(FIDO2Failure) {
                rows += try keys.devices().map { device in
                    [
                        "connected", device.name, device.product, Self.state(device), "", "",
                    ]
                }
            } catch {
                let failure = Failure(error.error)
                Terminal.complain(failure.message)
            }
        } else {
            Terminal.complain(Failure(FIDO2Failure(.noProgram).error).message)
        }
        if rows.isEmpty, !json, Terminal.isInteractive { return Terminal.say("No security keys.") }
        guard json || !rows.isEmpty else { return }
        let header = ["STATE", "IDENTIFIER", "WHAT", "NOTE", "NAME", "ENROLLED"]
        tell(header: header, rows, rows.map { Self.object(header, $0) })
    }

    /// The fields of a row that say something.
    private static func object(_ header: [String], _ row: [String]) -> JSON {
        let named = zip(header.map { $0.lowercased() }, row)
        return .object(named.filter { !$0.1.isEmpty }.map { ($0.0, .string($0.1)) })
    }

    private static func state(_ device: FIDO2Device) -> String {
        guard let abilities = device.abilities else { return "cannot be opened" }
        guard abilities.contains(.derivesSecrets) else { return "no hmac-secret" }
        return abilities.contains(.hasPIN) ? "PIN set" : "usable"
    }
}
