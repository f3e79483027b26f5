internal import PortableKeychain

/// Items among which a command does not choose: how they are shown, and what chooses one.
struct ItemCandidates {
    private let items: [ListedItem]

    init(_ items: [ListedItem]) { self.items = items }

    /// How a command can be given more than a name.
    enum Means {
        /// By options for each attribute.
        case options
        /// By a name, and the options of an ``ItemChoice``.
        case name(ItemChoice)
        /// By nothing: a reference of `run` or a template has no options.
        case reference
    }

    /// The attributes by which items of one name can differ, besides their class and their being
    /// synchronized, with their options.
    private static let distinctions: [(key: AttributeKey, option: String)] = [
        (.accessGroup, "group"), (.authenticationType, "auth-type"),
        (.securityDomain, "security-domain"),
    ]

    /// Those that no option beside a name chooses by.
    private static let fine: [AttributeKey] = [.authenticationType, .securityDomain]

    /// The most candidates that are shown.
    private static let limit = 10

    /// A line for each item: its name, its label, and what tells it from others of the same name.
    var lines: [String] {
        items.map { item in
            let label = item.text(.label)
            let isNew = !label.isEmpty && label != item.row[1] && label != item.name
            return ([item.name + (isNew ? "  (\(label))" : "")] + marks(of: item))
                .joined(separator: "  ")
        }
    }

    /// Prints the first of the lines.
    func show() {
        for line in lines.prefix(Self.limit) { Terminal.say("  \(line)") }
        if items.count > Self.limit { Terminal.say("  and \(items.count - Self.limit) more") }
    }

    /// What to do to have one of the items.
    func advice(_ means: Means) -> String {
        let choosing = options(means)
        switch means {
        case .options where choosing.isEmpty:
            return "use more options to select one; 'keychainctl list' shows them"
        case .options: return "use more options to select one, such as \(choosing)"
        case .name where Self.fine.contains { key in differ { $0.shown(key) } }:
            return "rename one of them in 'keychainctl browse'"
        case .name where choosing.isEmpty: return "use one of the names above"
        case .name:
            return "use one of the names above, and \(choosing) where they are the same"
        case .reference where areTwins:
            return "remove one of them with '\(deletion(synchronized: false))' or "
                + "'\(deletion(synchronized: true))'"
        case .reference where choosing.isEmpty: return "use one of the names above"
        case .reference:
            return "rename one of them with 'keychainctl rename' and \(choosing)"
        }
    }

    /// Whether they are the local and the synchronized item of one name.
    var areTwins: Bool { items.count == 2 && items[0].isTwin(of: items[1]) }

    /// The command that removes one of two twins.
    func deletion(synchronized: Bool) -> String {
        guard let item = items.first else { return "keychainctl delete" }
        let identity = item.namingAttributes
        var words = ["keychainctl", "delete"]
        for name in AttributeName.all {
            // An account that is not named would be any.
            guard let value = identity[name.key],
                name.key == .account || !name.form.saysNothing(value)
            else { continue }
            words += ["--\(name.name)", ShellWord.quoted(name.form.text(value))]
        }
        return (words + [synchronized ? "--synchronizable" : "--no-synchronizable"])
            .joined(separator: " ")
    }

    private func options(_ means: Means) -> String {
        var options: [String] = []
        if differ(\.className) { options.append("--class") }
        for (key, option) in Self.distinctions where differ({ $0.shown(key) }) {
            if case .name(let choice) = means, key == .accessGroup {
                options.append(choice.groupOption)
            } else {
                options.append("--\(option)")
            }
        }
        if differ(\.isSynchronized) { options.append("--synchronizable or --no-synchronizable") }
        return options.joined(separator: ", ")
    }

    /// Whether items of the same name differ in something.
    private func differ<Value: Hashable>(_ value: (ListedItem) -> Value) -> Bool {
        Dictionary(grouping: items, by: \.name).values.contains { same in
            Set(same.map(value)).count > 1
        }
    }

    /// What an item has that others of its name do not have.
    private func marks(of item: ListedItem) -> [String] {
        let others = ItemCandidates(items.filter { $0.name == item.name })
        var marks: [String] = []
        if others.differ(\.className) { marks.append(item.className) }
        for (key, option) in Self.distinctions where others.differ({ $0.shown(key) }) {
            let value = item.shown(key)
            marks.append(value.isEmpty ? "no \(option)" : "\(option) \(value)")
        }
        if others.differ(\.isSynchronized) {
            marks.append(item.isSynchronized ? "synchronized" : "not synchronized")
        }
        return marks
    }
}
