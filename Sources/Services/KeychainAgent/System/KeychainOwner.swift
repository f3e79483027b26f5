internal import KeychainLibC

/// The owner of a keychain that the system's agent opens.
///
/// Each owner has a keychain file and a device key of its own. So no owner's items can be found,
/// counted or overwritten by way of another owner's, whatever a request says.
package enum KeychainOwner: Hashable, Sendable {
    /// A user of the machine.
    case user(UInt32)
    /// A unit of systemd, which gets credentials when it is started.
    case unit(UnitName)

    /// Reads `unit:web.service`, `user:1000` or `user:ann`.
    ///
    /// - Parameter text: The owner that root asks for.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "unit":
            guard let name = UnitName(parts[1].utf8) else { return nil }
            self = .unit(name)
        case "user":
            let isNumber = parts[1].utf8.allSatisfy { 0x30...0x39 ~= $0 }
            let number = isNumber ? UInt32(parts[1]) : Self.user(named: String(parts[1]))
            guard let number, Self.exists(number) else { return nil }
            self = .user(number)
        default: return nil
        }
    }

    /// The name of the owner's folder.
    var folder: String {
        switch self {
        case .user(let number): "user-\(number)"
        case .unit(let name): "unit-" + name.text
        }
    }

    /// Whether the machine knows a user.
    ///
    /// A user can be given thousands of numbers for containers (subuid(5)), and could otherwise fill the
    /// disk with a keychain for each.
    static func exists(_ user: UInt32) -> Bool {
        user == 0 || entry { getpwuid_r(user, $0, $1, $2, $3) } != nil
    }

    private static func user(named name: String) -> UInt32? {
        // The names of systemd and Debian (NAME_REGEX); nothing that the C library could misread.
        guard 1...64 ~= name.utf8.count, !name.utf8.contains(0) else { return nil }
        return entry { getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// The number in an entry of passwd(5); `nil` if there is none.
    ///
    /// Each client has a thread of its own, so the functions that share one buffer cannot be used.
    private static func entry(
        _ look: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32
    ) -> UInt32? {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        // More than any entry has; a directory service with longer ones says so by an error.
        var room = [CChar](repeating: 0, count: 64 << 10)
        let status = room.withUnsafeMutableBufferPointer { room in
            room.baseAddress.map { look(&entry, $0, room.count, &found) } ?? EINVAL
        }
        return status == 0 && found != nil ? entry.pw_uid : nil
    }
}
