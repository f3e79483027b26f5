internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync devices`.
struct SyncDevicesCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the machines that synchronize.",
        discussion: """
            Does not ask the remote. In a pipe, each line has four fields with tabs between them: \
            the identifier, which 'sync remove' takes; the role (admin, writer, reader, recovery); \
            'this' for this machine; and the name.

            EXAMPLES
              keychainctl sync devices
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let vault = try SyncPlace(place.choice.openFile(), takesTurn: false).vault
        let devices = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.status().devices } catch {
                throw Failure(error)
            }
        }
        tell(
            header: ["IDENTIFIER", "ROLE", "THIS", "NAME"],
            devices.map { device in
                [device.id, "\(device.role)", device.isOwn ? "this" : "", device.name]
            },
            devices.map { device in
                .object([
                    ("identifier", .string(device.id)), ("role", .string("\(device.role)")),
                    ("this", .bool(device.isOwn)), ("name", .string(device.name)),
                ])
            }
        )
    }
}
