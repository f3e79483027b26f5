#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainLibC
    internal import KeychainSecretService

    /// A connection to a bus, for calls whose answers are awaited.
    final class BusConnection {
        /// The name of the bus itself, for calls to it.
        static let driver = "org.freedesktop.DBus"

        let bus: OpaquePointer

        private init(_ bus: OpaquePointer) { self.bus = bus }

        deinit { sd_bus_flush_close_unref(bus) }

        /// Connects to the session bus.
        static func toSession() throws(SessionBusProblem) -> BusConnection {
            try connected { sd_bus_open_user(&$0) }
        }

        /// Connects to the bus of the whole system.
        static func toSystem() throws(SessionBusProblem) -> BusConnection {
            try connected { sd_bus_open_system(&$0) }
        }

        private static func connected(
            _ open: (inout OpaquePointer?) -> Int32
        ) throws(SessionBusProblem) -> BusConnection {
            var bus: OpaquePointer?
            let failure = open(&bus)
            guard failure >= 0, let bus else {
                throw .noBus(String(cString: strerror(-failure)))
            }
            return BusConnection(bus)
        }

        /// Calls a method of the bus itself.
        func callDriver(
            _ member: String,
            _ body: [BusValue] = [],
            within patience: UInt64 = 10_000_000
        ) throws(SessionBusProblem) -> [BusValue] {
            let answer = try reply(
                Self.driver,
                "/org/freedesktop/DBus",
                Self.driver,
                member,
                body,
                within: patience
            )
            return try answer.values()
        }

        /// Calls a method.
        ///
        /// - Parameters:
        ///   - destination: The name of the program that is called.
        ///   - path: The object.
        ///   - interface: The interface of the method.
        ///   - member: The method.
        ///   - body: The arguments.
        ///   - patience: The longest time to wait, in microseconds.
        /// - Returns: The answer.
        /// - Throws: ``SessionBusProblem/refused(_:)`` with the other program's message, and
        ///   ``SessionBusProblem/provider(_:)`` if it does not answer.
        func reply(
            _ destination: String,
            _ path: String,
            _ interface: String,
            _ member: String,
            _ body: [BusValue],
            within patience: UInt64
        ) throws(SessionBusProblem) -> BusReply {
            var message: OpaquePointer?
            guard
                sd_bus_message_new_method_call(
                    bus,
                    &message,
                    destination,
                    path,
                    interface,
                    member
                ) >= 0, let message
            else { throw .provider("the call \(member) cannot be made") }
            defer { sd_bus_message_unref(message) }
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            var reply: OpaquePointer?
            guard BusWriter(message).write(body),
                sd_bus_call(bus, message, patience, &error, &reply) >= 0, let reply
            else {
                let reason = error.message.map { String(cString: $0) } ?? "no answer"
                let name = error.name.map { String(cString: $0) }
                throw name.map(Self.isRefusal) ?? false ? .refused(reason) : .provider(reason)
            }
            return BusReply(reply, to: member)
        }

        /// Whether an error is the answer of a program that continues to answer, by the name of the error.
        ///
        /// The other errors say that the call did not reach the program, or that it is locked, so that the next call fails
        /// too.
        private static func isRefusal(_ name: String) -> Bool {
            let others = [
                "NoReply", "Timeout", "TimedOut", "Disconnected", "NoServer", "ServiceUnknown",
                "NameHasNoOwner", "LimitsExceeded", "NoMemory", "AccessDenied",
            ].map { driver + ".Error." + $0 }
            return !others.contains(name) && name != "org.freedesktop.Secret.Error.IsLocked"
        }

        /// Has a program do something, and waits until it says with a signal that it has ended.
        ///
        /// - Parameters:
        ///   - path: The object that sends the signal.
        ///   - interface: The interface of the signal.
        ///   - member: The signal.
        ///   - patience: The longest time to wait, in microseconds.
        ///   - start: Makes the program begin.
        ///   - look: Called every five seconds; whether it has ended without a signal.
        /// - Returns: The content of the signal; `nil` if there was none.
        /// - Throws: The error of `start` or `look`, or ``SessionBusProblem/noBus(_:)``.
        func awaitSignal(
            _ path: String,
            _ interface: String,
            _ member: String,
            within patience: UInt64,
            after start: () throws(SessionBusProblem) -> Void,
            orIf look: () throws(SessionBusProblem) -> Bool
        ) throws(SessionBusProblem) -> [BusValue]? {
            let rule = "type='signal',path='\(path)',interface='\(interface)',member='\(member)'"
            _ = try callDriver("AddMatch", [.text(rule)])
            try start()
            let end = ContinuousClock.now + .microseconds(Int64(patience))
            while ContinuousClock.now < end {
                if let body = try nextSignal(path, interface, member, within: Self.look) {
                    return body
                }
                if try look() { return nil }
            }
            return nil
        }

        /// The time between two looks.
        private static let look = Duration.seconds(5)

        private func nextSignal(
            _ path: String,
            _ interface: String,
            _ member: String,
            within time: Duration
        ) throws(SessionBusProblem) -> [BusValue]? {
            let end = ContinuousClock.now + time
            while true {
                var message: OpaquePointer?
                let step = sd_bus_process(bus, &message)
                guard step >= 0 else { throw .noBus(String(cString: strerror(-step))) }
                if let message {
                    defer { sd_bus_message_unref(message) }
                    let object = sd_bus_message_get_path(message).map { String(cString: $0) }
                    if sd_bus_message_is_signal(message, interface, member) > 0, object == path {
                        return BusReader(message).values() ?? []
                    }
                }
                guard step == 0 else { continue }
                let rest = ContinuousClock.now.duration(to: end) / .microseconds(1)
                guard rest > 1 else { return nil }
                sd_bus_wait(bus, UInt64(rest))
            }
        }
    }

    /// The answer to a call.
    final class BusReply {
        private let message: OpaquePointer
        private let member: String

        fileprivate init(_ message: OpaquePointer, to member: String) {
            (self.message, self.member) = (message, member)
        }

        deinit { sd_bus_message_unref(message) }

        /// The values in the reply.
        func values() throws(SessionBusProblem) -> [BusValue] {
            guard let values = BusReader(message).values() else {
                throw .provider("its answer to \(member) is damaged")
            }
            return values
        }

        /// The open file that it brings, for the caller to close; `nil` if it brings none.
        func file() -> Int32? {
            var file: Int32 = -1
            guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "h")), &file) > 0 else {
                return nil
            }
            // The one in the message is closed with it.
            let copy = fcntl(file, F_DUPFD_CLOEXEC, 3)
            return copy >= 0 ? copy : nil
        }
    }
#endif
