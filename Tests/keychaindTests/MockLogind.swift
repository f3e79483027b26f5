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

        private let bus: OpaquePointer
        /// One thread at a time uses the connection.
        private let turn = NSLock()
        /// The ends of pipes whose other ends keep the machine from sleeping.
        private var inhibitors: [Int32] = []
        private var isEnded = false

        init(_ address: String) throws {
            var bus: OpaquePointer?
            guard sd_bus_new(&bus) >= 0, let bus, sd_bus_set_address(bus, address) >= 0,
                sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_negotiate_fds(bus, 1) >= 0,
                sd_bus_start(bus) >= 0, sd_bus_request_name(bus, Self.name, 0) >= 0
            else { throw POSIXError(.EIO) }
            self.bus = bus
            let this = Unmanaged.passUnretained(self).toOpaque()
            sd_bus_add_fallback(bus, nil, Self.root, answered, this)
            // Not kept alive by it: `end` stops it.
            Thread.detachNewThread { [weak self] in
                while self?.step() == true { usleep(2000) }
            }
        }

        func end() { turn.withLock { isEnded = true } }

        deinit {
            for file in inhibitors { close(file) }
            sd_bus_flush_close_unref(bus)
        }

        private func step() -> Bool {
            turn.withLock {
                while !isEnded, sd_bus_process(bus, nil) > 0 {}
                return !isEnded
            }
        }

        /// The number of programs that keep the machine from sleeping.
        var inhibitorCount: Int {
            turn.withLock {
                inhibitors.count { file in
                    var request = pollfd(fd: file, events: 0, revents: 0)
                    return poll(&request, 1, 0) == 0
                }
            }
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
            turn.withLock {
                var message: OpaquePointer?
                let whole = interface.contains(".") ? interface : Self.name + "." + interface
                sd_bus_message_new_signal(bus, &message, path, whole, member)
                guard let message else { return }
                fill(message)
                sd_bus_send(bus, message, nil)
                sd_bus_flush(bus)
                sd_bus_message_unref(message)
            }
        }

        func sleep(_ begins: Bool) {
            tell(Self.root, "Manager", "PrepareForSleep") { Self.append($0, flag: begins) }
        }

        /// Says that a session has a property of this name, which is true.
        func hint(_ name: String, of session: String) {
            tell(session, "org.freedesktop.DBus.Properties", "PropertiesChanged") { message in
                Self.append(message, "s", Self.name + ".Session")
                sd_bus_message_open_container(message, Self.letter("a"), "{sv}")
                sd_bus_message_open_container(message, Self.letter("e"), "sv")
                Self.append(message, "s", name)
                sd_bus_message_open_container(message, Self.letter("v"), "b")
                Self.append(message, flag: true)
                for _ in 0..<3 { sd_bus_message_close_container(message) }
                sd_bus_message_open_container(message, Self.letter("a"), "s")
                sd_bus_message_close_container(message)
            }
        }

        func removeSession() {
            tell(Self.root, "Manager", "SessionRemoved") { message in
                Self.append(message, "s", "1")
                Self.append(message, "o", Self.ownSession)
            }
        }

        // MARK: Answers

        fileprivate func answer(_ call: OpaquePointer) -> Int32 {
            var reply: OpaquePointer?
            guard sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return 0 }
            defer { sd_bus_message_unref(reply) }
            let path = String(cString: sd_bus_message_get_path(call))
            switch String(cString: sd_bus_message_get_member(call)) {
            case "Inhibit":
                var ends: [Int32] = [-1, -1]
                pipe(&ends)
                sd_bus_message_append_basic(reply, Self.letter("h"), &ends[1])
                close(ends[1])
                inhibitors.append(ends[0])
            case "GetUser": Self.append(reply, "o", Self.user)
            case "Get" where path == Self.user:
                sd_bus_message_open_container(reply, Self.letter("v"), "a(so)")
                sd_bus_message_open_container(reply, Self.letter("a"), "(so)")
                if hasSessions {
                    sd_bus_message_open_container(reply, Self.letter("r"), "so")
                    Self.append(reply, "s", "1")
                    Self.append(reply, "o", Self.ownSession)
                    sd_bus_message_close_container(reply)
                }
                sd_bus_message_close_container(reply)
                sd_bus_message_close_container(reply)
            case "Get":
                var owner = geteuid() + (path == Self.ownSession ? 0 : 1)
                sd_bus_message_open_container(reply, Self.letter("v"), "(uo)")
                sd_bus_message_open_container(reply, Self.letter("r"), "uo")
                sd_bus_message_append_basic(reply, Self.letter("u"), &owner)
                Self.append(reply, "o", Self.user)
                sd_bus_message_close_container(reply)
                sd_bus_message_close_container(reply)
            default: return 0
            }
            sd_bus_send(bus, reply, nil)
            return 1
        }

        private static func append(_ message: OpaquePointer, _ type: Unicode.Scalar, _ text: String)
        {
            _ = text.withCString { sd_bus_message_append_basic(message, letter(type), $0) }
        }

        private static func append(_ message: OpaquePointer, flag: Bool) {
            var number: Int32 = flag ? 1 : 0
            sd_bus_message_append_basic(message, letter("b"), &number)
        }

        private static func letter(_ scalar: Unicode.Scalar) -> CChar {
            CChar(truncatingIfNeeded: scalar.value)
        }
    }

    private func answered(
        _ message: OpaquePointer?,
        _ mock: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let mock else { return 0 }
        return Unmanaged<MockLogind>.fromOpaque(mock).takeUnretainedValue().answer(message)
    }
#endif
