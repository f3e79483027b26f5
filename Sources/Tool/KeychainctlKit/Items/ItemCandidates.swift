@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// Items among which a command does not choose: their lines in messages, and the options that
/// choose one.
struct ItemCandidates {
    private let items: [ListedItem]
    /// The hash of each item, as its list shows it; none for passwords.
    private let hashes: [String]
    /// The attributes in which items of one name differ.
    private let distinctions: [AttributeName]

    init(_ items: [ListedItem], hashes: [String] = []) {
        self.items = items
        self.hashes = hashes
        distinctions = Self.distinctions(of: items)
    }

    /// The ways to give a command more than a name.
    enum Means {
        /// Options for each attribute.
        case options
        /// A name, and the options of an ``ItemChoice``.
        case name(ItemChoice)
        /// No way: a reference of `run` or a template has no options.
        case reference
    }

    /// The most candidates that are shown.
    private static let limit = 10

    /// A line for each item: its name, its label, the attributes that distinguish it from others of
    /// the same name, and its hash.
    ///
    /// No two lines are the same, and all are escaped for a terminal.
    var lines: [String] {
        var lines = items.indices.map { line(at: $0, Escaping.escaped) }
        // Letters that look alike, such as one with an accent and one with an accent after it: a shell takes
        // the words as they are written here.
        let alike = Dictionary(grouping: lines.indices) { lines[$0] }.values.filter { $0.count > 1 }
        for place in alike.joined() { lines[place] = line(at: place, ShellWord.ascii) }
        for (number, place) in same(lines) { lines[place] += "  (\(number + 1))" }
        return lines
    }

    /// Prints the first of the lines.
    func show() {
        for line in lines.prefix(Self.limit) { Terminal.hint("  \(Shown(lines: line))\n") }
        if items.count > Self.limit { Terminal.say("  and \(items.count - Self.limit) more") }
    }

    /// The advice to get one of the items.
    func advice(_ means: Means) -> String {
        switch means {
        case .reference where isOfObjects:
            return items.first?.itemClass == .key
                ? "use 'keychainctl key export --hash HASH' instead of a reference"
                : "use 'keychainctl certificate export --hash HASH' instead of a reference"
        case .options where isOfObjects:
            let choosing = objectOptions()
            return choosing.isEmpty
                ? Failure.listAdvice(of: items.first?.itemClass)
                : "use more options to select one, such as \(choosing)"
        case .options:
            let choosing = options()
            return choosing.isEmpty
                ? "use more options to select one; 'keychainctl list' shows them"
                : "use more options to select one, such as \(choosing)"
        case .name(let choice) where distinctions.contains { choice.option($0) == nil }:
            return "rename one of them in 'keychainctl browse'"
        case .name(let choice):
            let choosing = options(choice)
            return choosing.isEmpty
                ? "use one of the names above"
                : "use one of the names above, and \(choosing) where they are the same"
        case .reference where areTwins:
            return "remove one of them with '\(deletion(synchronized: false))' or "
                + "'\(deletion(synchronized: true))'"
        case .reference:
            let choosing = options()
            return choosing.isEmpty
                ? "use one of the names above"
                : "rename one of them with 'keychainctl rename' and \(choosing)"
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
            let placeholder = name.name.uppercased()
            words += [
                "--\(name.name)", AdvisedCommand.value(name.form.text(value), or: placeholder),
            ]
        }
        return (words + [synchronized ? "--synchronizable" : "--no-synchronizable"])
            .joined(separator: " ")
    }
}

extension ItemCandidates {
    /// The line of an item.
    ///
    /// - Parameters:
    ///   - place: Its place.
    ///   - shown: Makes of a value what is printed.
    /// - Returns: The line.
    private func line(at place: Int, _ shown: (String) -> String) -> String {
        let item = items[place]
        let label = item.text(.label)
        let isNew = !label.isEmpty && label != item.row[1] && label != item.name
        let name = shown(item.name) + (isNew ? "  (\(shown(label)))" : "")
        return ((name.isEmpty ? [] : [name]) + marks(of: item, shown) + hash(at: place))
            .joined(separator: "  ")
    }

    /// The items that have the name of one.
    private func named(as item: ListedItem) -> [ListedItem] {
        items.filter { $0.name.hasSameBytes(as: item.name) }
    }

    /// The options that choose between items of the same name.
    private func options(_ choice: ItemChoice = ItemChoice()) -> String {
        var options = differ(\.className) ? ["--class"] : []
        for name in distinctions {
            guard let option = choice.option(name) else { continue }
            let isMissing = items.contains { item in
                item.hasAttribute(name) && item.shown(name).isEmpty
                    && differ(among: named(as: item), name)
            }
            options.append(isMissing ? "\(option) ('' for none)" : option)
        }
        if differ(\.isSynchronized) { options.append("--synchronizable or --no-synchronizable") }
        return options.joined(separator: ", ")
    }

    /// Whether they are keys, certificates or identities, whose commands have other options.
    private var isOfObjects: Bool {
        items.first.map { !$0.isPassword && $0.passkey == nil } ?? false
    }

    /// The options that choose between keys, certificates or identities.
    private func objectOptions() -> String {
        var keys: Set<AttributeKey> = [.label, .accessGroup]
        if items.first?.itemClass == .key { keys.insert(.applicationTag) }
        var options = Set(hashes).count > 1 ? ["--hash"] : []
        for name in AttributeName.objects
        where keys.contains(name.key) && differ(among: items, name) {
            options.append("--\(name.name)")
        }
        if Set(items.map(\.isSynchronized)).count > 1 {
            options.append("--synchronizable or --no-synchronizable")
        }
        return options.joined(separator: ", ")
    }

    /// The hash of an item, if there is one.
    private func hash(at place: Int) -> [String] {
        guard hashes.indices.contains(place), !hashes[place].isEmpty else { return [] }
        return ["hash \(hashes[place])"]
    }

    /// The attributes of an item that others of its name do not have.
    private func marks(of item: ListedItem, _ shown: (String) -> String) -> [String] {
        let same = named(as: item)
        guard same.count > 1 else { return [] }
        var marks: [String] = []
        if Set(same.map(\.className)).count > 1 { marks.append(item.className) }
        for name in distinctions where item.hasAttribute(name) && differ(among: same, name) {
            // It is the hash itself.
            guard hashes.isEmpty || name.key != .applicationLabel else { continue }
            let value = item.shown(name)
            marks.append(value.isEmpty ? "no \(name.name)" : "\(name.name) \(shown(value))")
        }
        if Set(same.map(\.isSynchronized)).count > 1 {
            marks.append(item.isSynchronized ? "synchronized" : "not synchronized")
        }
        return marks
    }

    /// Whether items of the same name differ in something.
    private func differ<Value: Hashable>(_ value: (ListedItem) -> Value) -> Bool {
        Dictionary(grouping: items, by: \.nameBytes).values.contains { same in
            Set(same.map(value)).count > 1
        }
    }

    private func differ(among same: [ListedItem], _ name: AttributeName) -> Bool {
        Self.differ(same, name)
    }

    private static func differ(_ same: [ListedItem], _ name: AttributeName) -> Bool {
        let owners = same.filter { $0.hasAttribute(name) }
        return owners.contains { Array($0.shown(name).utf8) != Array(owners[0].shown(name).utf8) }
    }

    /// The attributes in which items of one name differ: those that identify an item, or if these are
    /// the same or are not shown, all others.
    private static func distinctions(of items: [ListedItem]) -> [AttributeName] {
        let groups = Dictionary(grouping: items, by: \.nameBytes).values.filter { $0.count > 1 }
        var found: Set<AttributeKey> = []
        for same in groups {
            let names =
                same.contains(where: \.isPassword) ? AttributeName.all : AttributeName.objects
            let different = names.filter { $0.key != .synchronizable && differ(same, $0) }
            let own = different.filter { name in same.contains { $0.isIdentified(by: name.key) } }
            let isToldApart =
                !own.isEmpty || Set(same.map(\.className)).count > 1
                || Set(same.map(\.isSynchronized)).count > 1
            found.formUnion((isToldApart ? own : different).map(\.key))
        }
        return (AttributeName.all + AttributeName.objects).reduce(into: []) { names, name in
            let isNew = !names.contains { $0.key == name.key }
            if found.contains(name.key), isNew { names.append(name) }
        }
    }

    /// The places of lines that are the same, with a number for each.
    private func same(_ lines: [String]) -> [(offset: Int, element: Int)] {
        Dictionary(grouping: lines.indices) { lines[$0] }.values.filter { $0.count > 1 }
            .flatMap { Array($0.enumerated()) }
    }
}

extension ListedItem {
    /// The name as the keychain compares it.
    fileprivate var nameBytes: [UInt8] { Array(name.utf8) }

    fileprivate func hasAttribute(_ name: AttributeName) -> Bool {
        name.itemClass == nil || name.itemClass == itemClass
    }

    fileprivate func isIdentified(by key: AttributeKey) -> Bool {
        key == .accessGroup || itemClass.uniqueness[key] != nil
    }

    fileprivate func shown(_ name: AttributeName) -> String {
        guard let value = attributes[name.key], !name.form.saysNothing(value) else { return "" }
        return name.form.text(value)
    }
}
