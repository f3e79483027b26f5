internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain

extension SharingSimulation {
    static let names = ["a0", "b0", "c0"]
    static let planted = "PLANTED"

    /// Performs a random action of the user of a device.
    func act(_ device: SharingDevice) {
        let joined = usable(device)
        if random.chance(4), let place = random.pick(device.held.sorted()) {
            dismiss(device, place)
        }
        guard let vault = random.pick(joined), let name = random.pick(Self.names) else { return }
        let renamed = random.chance(10) ? random.pick(items(device, vault)) : nil
        let place = renamed?.account ?? "\(vault.number):\(name)"
        let present = renamed ?? device.item(place)
        switch random.below(100) {
        case ..<45: write(device, place, present)
        case ..<55: if let present { delete(device, present) }
        case ..<60: if let present { move(device, present, to: freshPlace(vault)) }
        default:
            guard let present, let other = random.pick(joined), other.number != vault.number
            else { return }
            move(device, present, to: target(other, of: present))
        }
    }

    /// Lets a user say that the overwritten values of an item whose deletion waits are not needed.
    private func dismiss(_ device: SharingDevice, _ place: String) {
        guard device.item(place) == nil, device.notes[place] != nil,
            let vault = usable(device).first(where: { $0.number == SharedStore.vault(of: place) }),
            let known = view(device, vault).known(place)
        else { return }
        ghost.delete(place, showing: known.history.compactMap(\.text), on: device.number)
        device.notes[place]?.isSeen = true
    }

    /// The vaults in which the user of a device can do something.
    func usable(_ device: SharingDevice) -> [SharedVault] {
        vaults.filter {
            $0.rings[device.number] != nil && device.agents[$0.number]?.end != .notMember
        }
    }

    /// The items of users in a vault, in order.
    func items(_ device: SharingDevice, _ vault: SharedVault) -> [SimItem] {
        device.store.items()
            .filter {
                SharedStore.vault(of: $0.account) == vault.number
                    && Ghost.event(of: $0.secret) != nil
            }
            .sorted { $0.account < $1.account }
    }

    /// A name in a vault that no item ever had.
    func freshPlace(_ vault: SharedVault) -> String {
        names += 1
        return "\(vault.number):n\(names)"
    }

    /// The name that an item gets in another vault: mostly its own one.
    func target(_ vault: SharedVault, of item: SimItem) -> String {
        if random.chance(10), let name = random.pick(Self.names) {
            return "\(vault.number):\(name)"
        }
        return "\(vault.number)\(item.account.drop { $0 != ":" })"
    }

    func write(
        _ device: SharingDevice,
        _ place: String,
        _ present: SimItem?,
        accessible: String? = nil
    ) {
        var item = present ?? SimItem(account: place, secret: "", accessible: "ck")
        let before = ghost
        if present == nil || random.chance(60) {
            ghost.put(place, over: present?.secret, on: device.number)
            item.secret = "e\(ghost.next - 1)"
        } else {
            ghost.put(place, over: present?.label, on: device.number)
            item.label = "e\(ghost.next - 1)"
        }
        if random.chance(25) { item.accessible = item.accessible == "ak" ? "ck" : "ak" }
        item.accessible = accessible ?? item.accessible
        if !device.store.write([item]) { ghost = before }
    }

    func delete(_ device: SharingDevice, _ present: SimItem) {
        let history =
            view(device, vaults[SharedStore.vault(of: present.account) ?? 0])
            .known(present.account)?.history ?? []
        guard device.store.delete(present.account) else { return }
        let shown = Array(present.values.values) + history.compactMap(\.text)
        ghost.delete(present.account, showing: shown, on: device.number)
        device.noteDeletion(present.account)
    }

    func move(_ device: SharingDevice, _ present: SimItem, to place: String) {
        var item = present
        item.account = place
        let isLeaving = SharedStore.vault(of: present.account) != SharedStore.vault(of: place)
        if isLeaving, rules.moveIsEdit {
            item.secret = moved(item.secret)
            item.label = item.label.map(moved)
        }
        guard device.store.rename(present.account, to: item) else { return }
        let values = Array(item.values.values)
        ghost.move(present.account, to: place, as: values, on: device.number)
        device.noteMove(present.account, to: place)
        if isLeaving { device.moves[present.account] = place }
    }

    /// A value in a new version, as a move makes it: here another text of the same event.
    private func moved(_ value: String) -> String {
        moves += 1
        return Ghost.event(of: value).map { "m\(moves)e\($0)" } ?? value
    }

    // MARK: Persons

    /// A person with a key invites another one, or removes one, or leaves.
    func changeMembers(_ device: SharingDevice) {
        guard let vault = random.pick(Array(vaults.dropFirst(personCount))),
            let member = vault.persons[device.person],
            heldKeys(device, vault).contains(where: { $0.number == member.key })
        else { return }
        let other = random.below(personCount)
        if vault.persons[other] == nil {
            guard member.isAdmin, vault.formerKeys[other] == nil else { return }
            vault.invited.insert(other)
        } else if random.chance(30), other == device.person ? !member.isAdmin : member.isAdmin {
            writeLast(other, vault)
            vault.removePerson(other, at: ghost.next)
        }
    }

    /// Lets a person who does not know of a removal write one more value, which is not sent.
    private func writeLast(_ person: Int, _ vault: SharedVault) {
        let own = living.filter { $0.person == person && vault.devices[$0.number] != nil }
        guard random.chance(50), let device = random.pick(own), let name = random.pick(Self.names)
        else { return }
        let place = "\(vault.number):\(name)"
        write(device, place, device.item(place))
    }

    /// Lets a person lose a device, unless it is the last one.
    func lose(_ device: SharingDevice) {
        let own = living.filter { $0.person == device.person }
        if own.count > 1 { device.isLost = true }
    }

    /// Lets a device that was lost, or whose person was removed, try to come in again as another
    /// one.
    func intrude(_ device: SharingDevice) {
        for vault in vaults.dropFirst(personCount) {
            let isFormer = vault.formerKeys[device.person] != nil
            guard device.isLost || isFormer else { continue }
            for key in heldKeys(device, vault) {
                _ = vault.add(1000 + device.number, of: device.person, key: key.number)
            }
        }
    }

    /// Lets a member write a record for an item of another group, or of the members' own vaults.
    func plant(_ device: SharingDevice) {
        guard let vault = random.pick(Array(vaults.dropFirst(personCount))),
            vault.devices[device.number] != nil, let ring = vault.rings[device.number],
            let target = random.pick(vaults.filter { $0.number != vault.number })
        else { return }
        let place = "\(target.number):d0"
        let sealing = EpochSealing(ring)
        let author = DeviceID(UInt64(device.number) + 1, 99)
        let item = SimItem(account: place, secret: Self.planted, accessible: "ck")
        let body = LocalEdits(device: author).state(
            of: item.backup(created: device.store.now, modified: device.store.now),
            since: nil
        )
        let id = sealing.id(of: SimItem.key(place))
        guard let record = try? sealing.seal(body.encoded, of: id, whenUnlocked: false) else {
            return
        }
        let attempt = CommitAttempt(
            author: author,
            number: vault.head.written[author, default: 0] + 1,
            sequence: vault.head.sequence + 1,
            membership: vault.changes,
            changes: [CommitAttempt.Change(id: id, record: record)]
        )
        _ = vault.commit(attempt, from: device.number)
    }

    // MARK: Keys of persons

    /// A key of a person in a vault, which is an item of the person's own vault.
    struct PersonKey {
        let number: Int
        /// The epoch of the person's own vault in which it was made.
        let epoch: UInt8
    }

    func writeKey(_ device: SharingDevice, _ vault: SharedVault) -> Int {
        keys += 1
        let epoch = vaults[device.person].epoch
        let place = "\(device.person):key \(vault.number) \(keys) \(epoch)"
        _ = device.store.write([SimItem(account: place, secret: "K", accessible: "ck")])
        return keys
    }

    func heldKeys(_ device: SharingDevice, _ vault: SharedVault) -> [PersonKey] {
        let start = "\(device.person):key \(vault.number) "
        let keys = device.store.items().compactMap { item -> PersonKey? in
            guard item.account.hasPrefix(start) else { return nil }
            let words = item.account.dropFirst(start.count).split(separator: " ")
            guard words.count == 2, let number = Int(words[0]), let epoch = UInt8(words[1])
            else { return nil }
            return PersonKey(number: number, epoch: epoch)
        }
        return keys.sorted { $0.number < $1.number }
    }

    private func isStored(_ key: PersonKey, _ device: SharingDevice, _ vault: SharedVault) -> Bool {
        let place = "\(device.person):key \(vault.number) \(key.number) \(key.epoch)"
        guard rules.storesKeyFirst else { return true }
        if case .settled = view(device, vaults[device.person]).isSettled(place) { return true }
        return false
    }

    /// Does one thing that the vaults of a device's person need.
    ///
    /// - Returns: Whether there was one that could be done.
    @discardableResult func tend(_ device: SharingDevice) -> Bool {
        let own = vaults[device.person]
        guard own.devices[device.number] != nil else { return false }
        let lost = devices.filter { $0.isLost && own.devices[$0.number] != nil }
        if !lost.isEmpty {
            own.remove(lost.map(\.number).sorted(), at: ghost.next)
            return true
        }
        return vaults.dropFirst(personCount).contains { vault in
            let held = heldKeys(device, vault)
            let fresh = held.last { !rules.wantsFreshKey || $0.epoch == own.epoch }
            if let member = vault.persons[device.person] {
                return tend(device, vault, member, held)
            }
            if vault.invited.contains(device.person), vault.requests[device.person] == nil {
                guard let fresh else {
                    _ = writeKey(device, vault)
                    return true
                }
                guard isStored(fresh, device, vault) else { return false }
                vault.requests[device.person] = fresh.number
                return true
            }
            return false
        }
    }

    private func tend(
        _ device: SharingDevice,
        _ vault: SharedVault,
        _ member: SharedVault.Person,
        _ held: [PersonKey]
    ) -> Bool {
        guard let key = held.first(where: { $0.number == member.key }) else { return false }
        let own = vaults[device.person]
        let gone = vault.devices.filter {
            $0.value == device.person && own.devices[$0.key] == nil
        }.keys.sorted()
        if !gone.isEmpty || (key.epoch < own.epoch && rules.wantsFreshKey && rules.replacesKey) {
            guard rules.replacesKey else {
                vault.remove(gone, at: ghost.next)
                return true
            }
            let next = held.filter {
                $0.number > key.number && (!rules.wantsFreshKey || $0.epoch == own.epoch)
            }.max { $0.number < $1.number }
            guard let next else {
                _ = writeKey(device, vault)
                return true
            }
            guard isStored(next, device, vault) else { return false }
            vault.replaceKey(
                of: device.person,
                by: next.number,
                removing: gone,
                at: ghost.next
            )
            return true
        }
        if vault.add(device.number, of: device.person, key: member.key) { return true }
        if member.isAdmin, vault.devices[device.number] != nil,
            let request = vault.requests.min(by: { $0.key < $1.key })
        {
            vault.addPerson(request.key, key: request.value, isAdmin: random.chance(30))
            return true
        }
        return false
    }
}
