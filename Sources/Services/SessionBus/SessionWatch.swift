#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainLibC
    internal import KeychainSecretService

    /// The sessions of this user, according to systemd's logind: they decide when to lock the
    /// keychains, and when to open them again.
    ///
    /// The user locks the screen or leaves it alone, and unlocks it; the last session ends; or the
    /// machine goes to sleep, which waits until the keychains are locked. Without logind nothing is
    /// watched.
    final class SessionWatch {
        private let connection: BusConnection
        private let follow: (SessionEvent) -> Void
        /// Keeps the machine from falling asleep before the keychains are locked; -1 if none is held.
        private var inhibitor: Int32 = -1

        private static let name = "org.freedesktop.login1"
        private static let root = "/org/freedesktop/login1"
        private static let manager = name + ".Manager"
        private static let session = name + ".Session"
        private static let properties = "org.freedesktop.DBus.Properties"
        /// The longest time for an answer of logind, in microseconds: no program is served
        /// meanwhile.
        private static let patience: UInt64 = 2_000_000

        /// Watches from now on; `nil` where there is no logind.
        ///
        /// - Parameter follow: Does what an event asks for.
        init?(_ follow: @escaping (SessionEvent) -> Void) {
            guard let connection = try? BusConnection.toSystem(),
                (try? connection.callDriver("NameHasOwner", [.text(Self.name)]))?.first?.flag
                    == true
            else { return nil }
            self.connection = connection
            self.follow = follow
            let this = Unmanaged.passUnretained(self).toOpaque()
            let sender = "type='signal',sender='\(Self.name)',"
            for match in [
                "interface='\(Self.manager)',member='PrepareForSleep'",
                "interface='\(Self.manager)',member='SessionRemoved'",
                "interface='\(Self.session)',member='Lock'",
                "interface='\(Self.session)',member='Unlock'",
                "interface='\(Self.properties)',member='PropertiesChanged',"
                    + "path_namespace='\(Self.root)/session'",
            ] {
                guard sd_bus_add_match(connection.bus, nil, sender + match, heardSession, this) >= 0
                else { return nil }
            }
            inhibit()
        }

        deinit { release() }

        /// The bus to wait for.
        var bus: OpaquePointer { connection.bus }

        /// Handles received messages; returns `false` when the connection has ended.
        func process() -> Bool {
            while true {
                let step = sd_bus_process(connection.bus, nil)
                guard step > 0 else { return step == 0 }
            }
        }

        fileprivate func hear(_ message: OpaquePointer) {
            let path = sd_bus_message_get_path(message).map { String(cString: $0) } ?? ""
            let member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
            guard let body = BusReader(message).values() else { return }
            switch member {
            case "PrepareForSleep":
                guard body.first?.flag == true else { return inhibit() }
                follow(.sleep)
                // Only now may the machine sleep.
                release()
            case "SessionRemoved":
                if !hasSessions { follow(.end) }
            case "Lock":
                if isOwn(path) { follow(.screenLocked) }
            case "Unlock":
                if isOwn(path) { follow(.screenUnlocked) }
            default:
                guard body.first?.text == Self.session, body.count > 1,
                    let event = Self.event(in: body[1]), isOwn(path)
                else { return }
                follow(event)
            }
        }

        /// The event that changes of properties announce: desktops say with these that the screen
        /// is locked or unlocked, or was left alone.
        ///
        /// The end of idleness is none: every person can move a mouse.
        private static func event(in changes: BusValue) -> SessionEvent? {
            func says(_ name: String, _ flag: Bool) -> Bool {
                (changes.elements ?? []).contains { change in
                    guard case .entry(.text(name), .variant(.flag(flag))) = change else {
                        return false
                    }
                    return true
                }
            }
            if says("LockedHint", true) || says("IdleHint", true) { return .screenLocked }
            return says("LockedHint", false) ? .screenUnlocked : nil
        }

        /// Whether a session is this user's; also `true` if logind does not say.
        private func isOwn(_ path: String) -> Bool {
            let wanted: [BusValue] = [.text(Self.session), .text("User")]
            guard case .variant(.group(let parts))? = ask(path, Self.properties, "Get", wanted),
                let user = parts.first?.whole
            else { return true }
            return user == geteuid()
        }

        /// Whether this user has a session.
        private var hasSessions: Bool {
            guard
                case .path(let user)? = ask(Self.root, Self.manager, "GetUser", [.whole(geteuid())]),
                case .variant(let sessions)? = ask(
                    user,
                    Self.properties,
                    "Get",
                    [.text(Self.name + ".User"), .text("Sessions")]
                )
            else { return false }
            return sessions.elements?.isEmpty == false
        }

        private func ask(
            _ path: String,
            _ interface: String,
            _ member: String,
            _ body: [BusValue]
        ) -> BusValue? {
            let answer = try? connection.reply(
                Self.name,
                path,
                interface,
                member,
                body,
                within: Self.patience
            ).values()
            return answer?.first
        }

        private func inhibit() {
            guard inhibitor < 0 else { return }
            let answer = try? connection.reply(
                Self.name,
                Self.root,
                Self.manager,
                "Inhibit",
                ["sleep", "keychaind", "Locks the keychains", "delay"].map { .text($0) },
                within: Self.patience
            )
            inhibitor = answer?.file() ?? -1
        }

        private func release() {
            guard inhibitor >= 0 else { return }
            close(inhibitor)
            inhibitor = -1
        }
    }

    private func heardSession(
        _ message: OpaquePointer?,
        _ watch: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let watch else { return 0 }
        Unmanaged<SessionWatch>.fromOpaque(watch).takeUnretainedValue().hear(message)
        return 0
    }
#endif
