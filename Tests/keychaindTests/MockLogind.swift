#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation

    /// systemd's logind as keychaind sees it, on the bus of a test.
    final class MockLogind: @unchecked Sendable {
        /// A session of the user of this process.
        static let ownSession = "/org/freedesktop/login1/session/_31"
        static let otherSession = "/org/freedesktop/login1/session/_32"
        private static let name = "org.freedesktop.login1"
        private static let root = "/org/freedesktop/login1"
        private static let user = root + "/user/self"

        /// Whether the user still has a session.
        var hasSessions = true

        /// The ends of pipes whose other ends keep the machine from sleeping.
        private var inhibitors: [Int32] = []
        private var service: MockService?

        init(_ address: String) throws {
            service = try MockService(Self.name, on: address, root: Self.root) {
                [weak self] call, service in
                self?.answer(call, service) ?? 0
            }
        }

        func end() { service?.end() }

        deinit { for file in inhibitors { close(file) } }

        /// The number of programs that keep the machine from sleeping.
        var inhibitorCount: Int {
            service?.exclusively {
                inhibitors.count { file in
                    var request = pollfd(fd: file, events: 0, revents: 0)
                    return poll(&request, 1, 0) == 0
                }
            } ?? 0
        }

        /// Sends a signal.
        ///
        /// - Parameters:
        ///   - path: The object.
        ///   - interface: The rest of the name of the interface.
        ///   - member: The signal.
        ///   - fill: Writes the content of the signal.
        func tell(
            _ path: String,
            _ interface: String,
            _ member: String,
            _ fill: (OpaquePointer) -> Void = { _ in }
        ) {
            let whole = interface.contains(".") ? interface : Self.name + "." + interface
            service?.exclusively { service?.tell(path, whole, member, fill) }
        }

        func sleep(_ begins: Bool) {
            tell(Self.root, "Manager", "PrepareForSleep") { MockMessage.append($0, flag: begins) }
        }

        /// Says that a session has a property of this name with this value.
        func hint(_ name: String, of session: String, is flag: Bool = true) {
            tell(session, "org.freedesktop.DBus.Properties", "PropertiesChanged") { message in
                MockMessage.append(message, "s", Self.name + ".Session")
                sd_bus_message_open_container(message, MockMessage.letter("a"), "{sv}")
                sd_bus_message_open_container(message, MockMessage.letter("e"), "sv")
                MockMessage.append(message, "s", name)
                sd_bus_message_open_container(message, MockMessage.letter("v"), "b")
                MockMessage.append(message, flag: flag)
                for _ in 0..<3 { sd_bus_message_close_container(message) }
                sd_bus_message_open_container(message, MockMessage.letter("a"), "s")
                sd_bus_message_close_container(message)
            }
        }

        func removeSession() {
            tell(Self.root, "Manager", "SessionRemoved") { message in
                MockMessage.append(message, "s", "1")
                MockMessage.append(message, "o", Self.ownSession)
            }
        }

        // MARK: Answers

        private func answer(_ call: OpaquePointer, _ service: MockService) -> Int32 {
            let member = String(cString: sd_bus_message_get_member(call))
            guard ["Inhibit", "GetUser", "Get"].contains(member) else { return 0 }
            return service.reply(to: call) { fill($0, member, of: call) }
        }

        private func fill(_ reply: OpaquePointer, _ member: String, of call: OpaquePointer) {
            let path = String(cString: sd_bus_message_get_path(call))
            switch member {
            case "Inhibit":
                var ends: [Int32] = [-1, -1]
                pipe(&ends)
                sd_bus_message_append_basic(reply, MockMessage.letter("h"), &ends[1])
                close(ends[1])
                inhibitors.append(ends[0])
            case "GetUser": MockMessage.append(reply, "o", Self.user)
            case "Get" where path == Self.user:
                sd_bus_message_open_container(reply, MockMessage.letter("v"), "a(so)")
                sd_bus_message_open_container(reply, MockMessage.letter("a"), "(so)")
                if hasSessions {
                    sd_bus_message_open_container(reply, MockMessage.letter("r"), "so")
                    MockMessage.append(reply, "s", "1")
                    MockMessage.append(reply, "o", Self.ownSession)
                    sd_bus_message_close_container(reply)
                }
                sd_bus_message_close_container(reply)
                sd_bus_message_close_container(reply)
            default:
                var owner = geteuid() + (path == Self.ownSession ? 0 : 1)
                sd_bus_message_open_container(reply, MockMessage.letter("v"), "(uo)")
                sd_bus_message_open_container(reply, MockMessage.letter("r"), "uo")
                sd_bus_message_append_basic(reply, MockMessage.letter("u"), &owner)
                MockMessage.append(reply, "o", Self.user)
                sd_bus_message_close_container(reply)
                sd_bus_message_close_container(reply)
            }
        }
    }
#endif
