internal import PortableKeychain

/// The ways into each keychain, found by trying the documented commands.
extension Situation {
    /// All ways that open a keychain, and give its item.
    ///
    /// - Parameters:
    ///   - place: The keychain.
    ///   - numbers: The recovery keys that are tried, by their numbers; `nil` for all.
    /// - Returns: The ways.
    /// - Throws: An error if the situation cannot be laid out on the disk.
    package func ways(into place: Place, papers numbers: [Int]? = nil) throws -> Set<Way> {
        let all =
            [Way.files] + chips.indices.map { .chip($0) }
            + (numbers ?? Array(papers.indices)).map { .paper($0) }
        return Set(try all.filter { try opens(place, with: $0) })
    }

    /// Whether a documented command opens a keychain with the available secrets.
    ///
    /// A recovery key has to open it without a chip and without the files of device keys.
    package func opens(_ place: Place, with way: Way) throws -> Bool {
        switch way {
        case .files: return try Desk(self).holds(place, chip: nil)
        case .chip(let number): return try Desk(self).holds(place, chip: number)
        case .paper(let number):
            let bare = withoutDeviceKey
            if try Desk(bare).recovers(place, with: papers[number]) { return true }
            let desk = try Desk(bare)
            let binding = DeviceBinding(desk.program(chip: nil))
            guard (try? binding.unbind(recovery: papers[number])) != nil else { return false }
            return desk.holds(place, chip: nil)
        }
    }

    /// The same without the plain device keys.
    var withoutDeviceKey: Situation {
        var situation = copy
        for name in image.files.keys
        where name.hasPrefix("keychains/device") && name.hasSuffix(".key") {
            situation.image[name] = nil
        }
        return situation
    }
}

extension Desk {
    /// Whether a keychain opens, by `keychainctl get` after `accept-older` if it asks for that.
    func holds(_ place: Situation.Place, chip: Int?) -> Bool {
        do throws(KeychainError) {
            return try holds(Keychain.open(self.place(place), configuration: program(chip: chip)))
        } catch  where error.code == .rolledBack {
            let accepting = program(chip: chip, older: .accepted)
            let keychain = try? Keychain.open(self.place(place), configuration: accepting)
            return keychain.map { (try? holds($0)) ?? false } ?? false
        } catch { return false }
    }

    /// Whether `keychainctl recover` opens a keychain.
    func recovers(_ place: Situation.Place, with paper: RecoveryKey) -> Bool {
        do throws(KeychainError) {
            return try holds(
                KeychainAccess.recover(
                    self.place(place),
                    with: paper,
                    passcode: Self.passcode,
                    configuration: program(chip: nil)
                )
            )
        } catch { return false }
    }

    private func holds(_ keychain: Keychain) throws(KeychainError) -> Bool {
        if try keychain.hasPasscode { try keychain.unlock(passcode: Self.passcode) }
        return try keychain.secret(for: Self.item)?.matches(Self.secret) == true
    }
}
