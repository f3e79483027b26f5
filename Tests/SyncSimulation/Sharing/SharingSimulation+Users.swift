internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain

extension SharingSimulation {
    static let names = ["a0", "b0", "c0"]
    static let planted = "PLANTED"

    /// Performs a random action of the user of a device.
    func act(_ device: SharingDevice) {
        let joined = vaults.filter {
            $0.rings[device.number] != nil && device.agents[$0.number]?.end != .notMember
        }
        guard let vault = random.pick(joined), let name = random.pick(Self.names) else { return }
        let place = "\(vault.number):\(name)"
        let present = device.item(place)
        switch random.below(100) {
        case ..<45: write(device, place, present)
        case ..<55: if let present { delete(device, present) }
        default:
            guard let present, let other = random.pick(joined), other.number != vault.number
            else { return }
            move(device, present, to: "\(other.number):\(name)")
        }
    }

    private func write(_ device: SharingDevice, _ place: String, _ present: SimItem?) {
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
        if !device.store.write([item]) { ghost = before }
    }

    private func delete(_ device: SharingDevice, _ present: SimItem) {
        let history =
            view(device, vaults[SharedStore.vault(of: present.account) ?? 0])
            .known(present.account)?.history ?? []
        guard device.store.delete(present.account) else { return }
        let shown = Array(present.values.values) + history.compactMap(\.text)
        ghost.delete(present.account, showing: shown, on: device.number)
    }

    private func move(_ device: SharingDevice, _ present: SimItem, to place: String) {
        var item = present
        item.account = place
        guard device.store.rename(present.account, to: item) else { return }
        ghost.move(present.account, to: place, showing: Array(present.values.values))
        device.moves[present.account] = place
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
            vault.removePerson(other, at: ghost.next)
        }
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
