internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync devices`.
struct SyncDevicesCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the machines that synchronize.",
        discussion: """
            Does not ask the remote. In a pipe, each line has five fields with tabs between them: \
            the identifier, which 'sync remove' takes; the role (admin, writer, reader, recovery); \
            'this' for this machine; the name; and when this machine last read something new of it. \
            They are in the order in which they joined: a machine that left and joined again is \
            there twice, until 'keychainctl sync remove' with the first identifier.

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
            header: ["IDENTIFIER", "ROLE", "THIS", "NAME", "SEEN"],
            devices.map { device in
                [
                    device.id, "\(device.role)", device.isOwn ? "this" : "", device.name,
                    device.seen?.formatted(.iso8601) ?? "",
                ]
            },
            devices.map(Self.json)
        )
    }

    /// A member, for programs.
    static func json(_ device: VaultDevice) -> JSON {
        let seen = device.seen.map { [("seen", JSON.string($0.formatted(.iso8601)))] } ?? []
        return .object(
            [
                ("identifier", .string(device.id)), ("role", .string("\(device.role)")),
                ("this", .bool(device.isOwn)), ("name", .string(device.name)),
            ] + seen
        )
    }
}
