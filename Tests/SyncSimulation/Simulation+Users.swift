internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain

extension Simulation {
    static let accounts = ["a0", "a1", "b0", "b1"]
    static let pair = ["p0", "p1"]
    /// The prefix of values that must not leave their device.
    static let home = "HOME e"
    static let local = "LOCAL e"

    /// Performs a random action of the user of a device.
    func act(_ device: Device) {
        let account = random.pick(Self.accounts) ?? "a0"
        let present = device.store.items().first { $0.account == account }
        switch random.below(100) {
        case ..<56: write(device, account, present)
        case ..<74: if let present { delete(device, present) }
        case ..<80: if let present { rename(device, present) }
        case ..<92: writePair(device)
        case ..<96: _ = device.store.writeLocal(account, secret: Self.local + "0")
        default: if let present { move(device, present) }
        }
    }

    private func write(_ device: Device, _ account: String, _ present: SimItem?) {
        var item =
            present
            ?? SimItem(
                account: account,
                secret: "",
                accessible: account.hasPrefix("a") ? "ck" : "ak"
            )
        var edits = Edits()
        let writesSecret = present == nil || random.chance(60)
        if writesSecret { edits.units.insert("secret") }
        if !writesSecret || random.chance(40) { edits.units.insert("label") }
        if random.chance(25) { edits.units.insert("comment") }
        if writesSecret, present?.comment != nil, random.chance(20) {
            edits.units.insert("comment")
            edits.removesComment = true
        }
        if writesSecret, random.chance(10), ["ak", "ck"].contains(item.accessible) {
            item.accessible = item.accessible == "ak" ? "ck" : "ak"
        }
        store(device, &item, present, edits) { device.store.write([$0]) }
    }

    /// The units that are written; each gets a new value.
    private struct Edits {
        var units: Set<String> = []
        var removesComment = false
    }

    private func store(
        _ device: Device,
        _ item: inout SimItem,
        _ present: SimItem?,
        _ edits: Edits,
        _ body: (SimItem) -> Bool
    ) {
        let before = ghost
        var own: [String: Int] = [:]
        for unit in ["secret", "label", "comment"] where edits.units.contains(unit) {
            let removes = unit == "comment" && edits.removesComment
            let prefix = unit == "secret" && item.accessible.hasSuffix("u") ? Self.home : "e"
            let value = removes ? nil : prefix + String(ghost.next)
            if !removes { own["\(item.account) \(unit)"] = ghost.next }
            ghost.put(
                unit,
                of: item.account,
                over: present?.account == item.account ? present?.values[unit] : nil,
                isRemoval: removes
            )
            switch unit {
            case "secret": item.secret = value ?? ""
            case "label": item.label = value
            default: item.comment = value
            }
        }
        if body(item) { device.own.merge(own) { $1 } } else { ghost = before }
    }

    private func delete(_ device: Device, _ present: SimItem) {
        let shown = device.store.shown(present, sealing)
        guard device.store.delete(present.account) else { return }
        ghost.delete(present.account, showing: shown)
        for unit in ["secret", "label", "comment"] {
            device.own["\(present.account) \(unit)"] = nil
        }
    }

    private func rename(_ device: Device, _ present: SimItem) {
        var item = present
        item.account = random.pick(Self.accounts.filter { $0 != present.account }) ?? "a0"
        let shown = device.store.shown(present, sealing)
        let count = ghost.next
        var edits = Edits()
        edits.units = Set(present.values.keys)
        store(device, &item, nil, edits) { device.store.rename(present.account, to: $0) }
        guard ghost.next > count else { return }
        ghost.delete(present.account, showing: shown)
        for unit in ["secret", "label", "comment"] {
            device.own["\(present.account) \(unit)"] = nil
        }
    }

    private func writePair(_ device: Device) {
        let before = ghost
        var items: [SimItem] = []
        for account in Self.pair {
            let old = device.store.items().first { $0.account == account }
            let event = ghost.next
            ghost.put("secret", of: account, over: old?.secret)
            items.append(SimItem(account: account, secret: "e\(event)", accessible: "ck"))
        }
        guard device.store.write(items) else {
            ghost = before
            return
        }
        pairs[ghost.next - 2] = ghost.next - 1
        for (account, event) in zip(Self.pair, [ghost.next - 2, ghost.next - 1]) {
            device.own["\(account) secret"] = event
        }
    }

    /// Binds an item to its device, or makes it synchronizable again.
    private func move(_ device: Device, _ present: SimItem) {
        var item = present
        item.accessible =
            present.accessible.hasSuffix("u")
            ? String(present.accessible.dropLast()) : present.accessible + "u"
        var edits = Edits()
        edits.units.insert("secret")
        store(device, &item, present, edits) { device.store.write([$0]) }
    }

    /// Makes all items synchronizable again.
    func bringBack(_ device: Device) {
        for item in device.store.items() where item.accessible.hasSuffix("u") {
            move(device, item)
        }
    }
}

extension VersionedUnit {
    /// The value, if it is text.
    var text: String? {
        if let secret = value?.secret { return secret.string() }
        for (_, value) in value?.attributes ?? ItemAttributes() {
            if case .string(let text) = value { return text }
        }
        return nil
    }
}
