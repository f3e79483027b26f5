internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The state of synchronization in at most four sentences, for people.
struct SyncSummary {
    let status: VaultStatus
    /// The time of the last complete round; `nil` if there was none.
    let lastRound: Date?
    /// The present time.
    let now: Date
    /// The user's next step; `nil` if there is none.
    let next: String?

    /// The most machines that are named.
    private static let mostNamed = 8

    /// The lines: what is where, who is a member, when everything was sent and read, and what waits.
    var lines: [String] {
        guard !status.isWaiting else {
            return ["This machine waits to be let in, through \(status.remote)."] + waiting
        }
        return [place, machines, round] + waiting
    }

    private var place: String {
        let others = status.devices.count { $0.role != .recovery && !$0.isOwn }
        let machines = others == 0 ? "no other machine yet" : counted(others, "other machine")
        guard status.locked == 0 else {
            return
                "Items are synchronized with \(machines), through \(status.remote). How many is not "
                + "known while the keychain is locked."
        }
        let verb = status.items == 1 ? "is" : "are"
        let shared =
            "\(counted(status.items, "item")) \(verb) synchronized with \(machines), through "
            + "\(status.remote)."
        guard status.home > 0 else { return shared }
        return shared
            + " \(status.home) more \(status.home == 1 ? "stays" : "stay") on this machine."
    }

    private var machines: String {
        let members = status.devices.filter { $0.role != .recovery }
        guard !members.isEmpty else { return "Machines: not known yet." }
        let others = members.filter { !$0.isOwn }.sorted { left, right in
            (left.seen ?? .distantPast) > (right.seen ?? .distantPast)
        }
        let shown = (members.filter(\.isOwn) + others).prefix(Self.mostNamed)
        let left = members.count - shown.count
        let rest = left > 0 ? ", and \(left) more ('keychainctl sync devices' lists them)" : ""
        let named = Dictionary(grouping: members, by: \.name)
        let texts = shown.map { text($0, isAlone: named[$0.name]?.count == 1) }
        return "Machines: \(texts.joined(separator: ", "))\(rest)."
    }

    /// The text about a machine; with its identifier if others have its name, such as the same one before it left.
    private func text(_ device: VaultDevice, isAlone: Bool) -> String {
        let id = String(device.id.prefix(8))
        let name = device.name.isEmpty ? id : Self.name(device.name) + (isAlone ? "" : " \(id)")
        guard !device.isOwn else { return "\(name) (this one, \(device.role))" }
        let seen = device.seen.map { "last read \(Self.ago($0, now))" } ?? "nothing read of it yet"
        return "\(name) (\(device.role), \(seen))"
    }

    /// A name that a machine chose, as a part of a sentence: it ends where it seems to end.
    static func name(_ name: String) -> String {
        let scalars = name.unicodeScalars
        let shown = scalars.count > 40 ? String(scalars.prefix(39)) + Table.more : name
        return ShellWord.isPlain(name, with: "._- ")
            ? shown : "\"\(shown.replacing(sign: "\"", with: "'"))\""
    }

    private var round: String {
        let rounds =
            lastRound.map { "Last complete round: \(Self.ago($0, now))" }
            ?? "No round of this machine was complete yet"
        let ended = status.endedAlarm.map {
            " An alarm ended \(Self.ago($0.time, now)): \(Failure.alarm($0.alarm).problem)."
        }
        guard status.commits > 0 else { return rounds + "." + (ended ?? "") }
        let commits = counted(Int(clamping: status.commits), "commit")
        return "\(rounds); \(commits) read, digest \(status.digest).\(mirror)\(ended ?? "")"
    }

    /// The age of what was read from a mirror.
    private var mirror: String {
        guard let mirrored = status.mirrored else { return "" }
        let signed = " The mirror was signed \(Self.ago(mirrored.lowerBound, now))"
        guard now > mirrored.upperBound else { return signed + "." }
        return signed + ", and is too old to be believed."
    }

    /// The last line; none where a failure says more.
    private var waiting: [String] {
        if status.alarm != nil { return status.evidence.map { [$0.sentence] } ?? [] }
        guard status.removal == nil else { return [] }
        if status.isPaused { return ["Synchronization is paused. \(next ?? "")"] }
        return [next ?? "Nothing waits."]
    }

    /// The time since a moment, in words.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - now: The present time.
    /// - Returns: Words such as "2 hours ago"; the moment itself if it is in the future, because the
    ///   clock was set back.
    static func ago(_ date: Date, _ now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        guard seconds > -minute else { return "at \(date.formatted(.iso8601))" }
        switch seconds {
        case ..<minute: return "less than a minute ago"
        case ..<hour: return counted(Int(seconds / minute), "minute") + " ago"
        case ..<(2 * day): return counted(Int(seconds / hour), "hour") + " ago"
        default: return counted(Int(seconds / day), "day") + " ago"
        }
    }

    private static let minute: Double = 60
    private static let hour: Double = 60 * 60
    private static let day: Double = 24 * 60 * 60
}
