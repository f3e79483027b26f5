@_spi(Keepers) package import PortableKeychain
package import KeychainEssentials
internal import SafeText

/// Reports a command's changes, and the way to take them back.
package struct ChangeNews {
    private let keychain: Keychain
    private let start: Double

    /// Begins before the change.
    package init(of keychain: Keychain) {
        self.keychain = keychain
        start = Self.now
    }

    private static var now: Double { Keychain.Configuration.tool.clock.now() }

    /// Whether the keychain keeps earlier versions of items.
    package var isKept: Bool { (try? keychain.history.policy) ?? .none != .none }

    /// Reports the change, on a terminal.
    ///
    /// - Returns: Whether something was said.
    @discardableResult
    package func tell() -> Bool {
        guard Terminal.isInteractive, Terminal.messagesAreSeen, let sentence else { return false }
        Terminal.say(sentence)
        return true
    }

    /// The changes since the beginning, and the way to undo them; `nil` if nothing of it is kept.
    package var sentence: String? {
        guard let policy = try? keychain.history.policy, policy != .none,
            let change = keychain.history.lastChangeAtHand(), !change.parts.isEmpty,
            // A date later than now is of a clock that was ahead, and not of this command.
            (start...max(start, Self.now)).contains(change.date.timeIntervalSinceReferenceDate)
        else { return nil }
        let until = change.date.addingTimeInterval(Double(policy.seconds))
        let sentence = Self.sentence(change, until: Self.day(until))
        return AdvisedCommand.naming(KeychainChoice.onCommandLine, in: sentence)
    }

    /// The sentence about a change.
    package static func sentence(_ change: RecordedChange, until day: String) -> String {
        let effects = Set(change.parts.map(\.effect))
        let verb = effects.count == 1 ? change.parts[0].effect.verb : "Changed"
        let what =
            change.parts.count == 1 ? change.parts[0].name : counted(change.parts.count, "item")
        if effects == [.purged] { return "\(verb) \(what) for good." }
        let them = change.parts.count == 1 ? "it" : "them"
        let back =
            effects == [.deleted] ? "brings \(them) back" : "takes that back"
        return "\(verb) \(what); 'keychainctl undo' \(back) until \(day)."
    }

    /// The day of a date.
    package static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}

extension RecordedChange.Effect {
    fileprivate var verb: String {
        switch self {
        case .added: "Added"
        case .changed: "Changed"
        case .deleted, .purged: "Deleted"
        }
    }
}

extension RecordedChange.Part {
    /// The name of the item.
    package var name: String {
        guard let attributes else { return "an item that is not kept any more" }
        let item = ListedItem(itemClass: itemClass, attributes: attributes)
        guard item.isPassword || item.passkey != nil else {
            // A serial number or a hash says nothing without the kind of the item.
            let names: [String] = [item.text(.label), item.name, hash ?? ""]
            let known = names.first(where: { !$0.isEmpty })
            return "\(item.className) \(known ?? "without a name")"
        }
        return item.name.isEmpty ? "an item without a name" : item.name
    }

    /// The hash of a key, as lists show it.
    private var hash: String? {
        guard case .data(let bytes) = attributes?[.applicationLabel] else { return nil }
        return ByteText.hexadecimal(bytes)
    }

    /// The effect on the item of taking back the change.
    ///
    /// - Parameters:
    ///   - date: The time of the change.
    ///   - isDone: Whether it is taken back already.
    /// - Returns: A sentence.
    package func undoing(_ date: Date, isDone: Bool = true) -> String {
        let be = isDone ? "is" : "will be"
        return switch effect {
        case .added: "\(name) \(be) deleted again."
        case .changed: "\(name) \(be) again what it was before \(date.formatted(.iso8601))."
        case .deleted: "\(name) \(be) back."
        case .purged: "\(name) was deleted for good."
        }
    }
}
