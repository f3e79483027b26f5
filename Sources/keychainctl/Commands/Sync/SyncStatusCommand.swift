internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync status`.
struct SyncStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is synchronized, and how far this device has read.",
        discussion: """
            Does not ask the remote. In a pipe, each line has a name and a value with a tab between \
            them: state (active, waiting, paused, stopped), remote, vault, devices, items, stays-here \
            (items that are marked as synchronized and bound to this device), commits, digest \
            (empty if nothing has been read), and last-round, when this device last had nothing left \
            to send or to read. \
            Two machines that have read the same number of commits have the same digest, unless \
            the remote deceives them. Ends with status 80 if synchronization was stopped.
            """
    )

    /// The next step on a machine that has joined.
    static let firstRound = "run 'keychainctl sync now'"

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Print a JSON object.") var json = false

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: false)
        let vault = sync.vault
        let status = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.status() } catch {
                throw Failure(error)
            }
        }
        let state =
            status.alarm != nil
            ? "stopped" : status.isWaiting ? "waiting" : status.isPaused ? "paused" : "active"
        let lines = [
            ("state", state), ("remote", status.remote), ("vault", status.vault),
            ("devices", "\(status.devices.count { $0.role != .recovery })"),
            ("items", "\(status.items)"), ("stays-here", "\(status.home)"),
            ("commits", "\(status.commits)"), ("digest", status.digest),
            ("last-round", sync.lastRound?.formatted(.iso8601) ?? ""),
        ]
        if json {
            Terminal.json(.object(lines.map { ($0.0, .string($0.1)) }))
        } else {
            Terminal.properties(lines)
        }
        if !status.isWaiting, status.commits == 0 {
            Terminal.say("Nothing has been read yet: \(Self.firstRound).")
        }
        if let alarm = status.alarm { throw Failure.alarm(alarm) }
    }
}
