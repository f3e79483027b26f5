internal import KeychainSync
internal import PortableKeychain

extension SharingSimulation {
    /// Lets a user move an item while the new vault is slow, do more with it at once, and perhaps lose the device: each
    /// of these is frequent enough alone, and all of them together are not.
    func moveInHaste(_ device: SharingDevice) throws {
        device.store.setLocked(false)
        let joined = usable(device)
        guard let old = random.pick(joined), let new = random.pick(joined),
            old.number != new.number, let name = random.pick(Self.names)
        else { return }
        let place = "\(old.number):\(name)"
        if device.item(place) == nil { write(device, place, nil) }
        let isApart = random.chance(40)
        if isApart { try editApart(device, place, old) }
        if random.chance(isApart ? 60 : 10) {
            // Merged, and not sent: what was overwritten is on this device alone.
            slow = old.number
            try synchronize(device, old, isFaulty: true)
        } else if random.chance(80) {
            try synchronize(device, old, isFaulty: false)
        }
        guard let item = device.item(place) else { return }
        let target = target(new, of: item)
        if random.chance(30) { try writeElsewhere(device, target, new) }
        if random.chance(30) { try synchronize(device, new, isFaulty: false) }
        // Who wants the item there replaces the other one.
        if let other = device.item(target), random.chance(70) { delete(device, other) }
        move(device, item, to: target)
        slow = random.chance(80) ? new.number : nil
        if random.chance(30) { try writeElsewhere(device, target, new) }
        if random.chance(50) { try synchronize(device, new, isFaulty: true) }
        if random.chance(30), let moved = device.item(target) { write(device, target, moved) }
        if random.chance(20), let moved = device.item(target) {
            move(device, moved, to: freshPlace(new))
        }
        if random.chance(20) {
            write(device, place, device.item(place))
        } else if random.chance(30) {
            try actElsewhere(device, old) { other in
                if let item = other.item(place) { delete(other, item) }
            }
            if let moved = device.item(target), random.chance(70) {
                move(device, moved, to: place)
            }
        }
        if random.chance(30) { protect(device, target) }
        if random.chance(20) { device.store.setLocked(true) }
        if random.chance(70) { try synchronize(device, old, isFaulty: false) }
        if random.chance(40) { lose(device) }
    }

    /// Lets a user change an item so that it can be read only while the keychain is unlocked, and lock it.
    private func protect(_ device: SharingDevice, _ place: String) {
        guard let item = device.item(place) else { return }
        write(device, place, item, accessible: "ak")
        device.store.setLocked(true)
    }

    /// Lets another device edit the item of a place at the same time, so that one value overwrites the other one.
    private func editApart(
        _ device: SharingDevice,
        _ place: String,
        _ vault: SharedVault
    ) throws {
        try synchronize(device, vault, isFaulty: false)
        try writeElsewhere(device, place, vault)
        write(device, place, device.item(place))
    }

    /// Lets another member of a vault write an item there, and send it.
    private func writeElsewhere(
        _ device: SharingDevice,
        _ place: String,
        _ vault: SharedVault
    ) throws {
        try actElsewhere(device, vault) { write($0, place, $0.item(place)) }
    }

    /// Lets the user of another device of a vault do something that the vault hears of at once.
    private func actElsewhere(
        _ device: SharingDevice,
        _ vault: SharedVault,
        _ body: (SharingDevice) -> Void
    ) throws {
        let others = living.filter {
            $0.number != device.number && vault.devices[$0.number] != nil
        }
        guard let other = random.pick(others) else { return }
        other.store.setLocked(false)
        try synchronize(other, vault, isFaulty: false)
        body(other)
        try synchronize(other, vault, isFaulty: false)
    }
}
