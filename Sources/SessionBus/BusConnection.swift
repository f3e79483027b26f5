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
        /// - Throws: ``SessionBusProblem/provider(_:)`` with the other program's message.
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
            else { throw .provider(error.message.map { String(cString: $0) } ?? "no answer") }
            return BusReply(reply, to: member)
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
