#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation
    import KeychainSecretService

    /// The portal of a desktop, as far as keychaind sees it: a program that asks for secrets of others.
    final class MockPortal {
        private let bus: OpaquePointer

        /// Joins a bus.
        ///
        /// - Parameters:
        ///   - address: The bus.
        ///   - name: The name to take; `nil` for another program.
        /// - Throws: An error if that is not possible.
        init(on address: String, as name: String? = SecretPortal.name) throws {
            bus = try MockConnection.open(address, as: name)
        }

        deinit { sd_bus_flush_close_unref(bus) }

        /// Leaves the bus.
        func leave() { sd_bus_close(bus) }

        static let request = SecretPortal.root + "/request/1_1/t"

        /// Asks for the secret of a program, to be written into an open file; returns the number of the call.
        func retrieve(_ program: String, into file: Int32) throws -> UInt64 {
            try send(SecretPortal.root, "Secret", "RetrieveSecret") { message in
                MockMessage.append(message, "o", Self.request)
                MockMessage.append(message, "s", program)
                var file = file
                sd_bus_message_append_basic(message, MockMessage.letter("h"), &file)
                MockMessage.group(message, "a", "{sv}") {}
            }
        }

        /// Withdraws the request.
        func close() throws -> UInt64 { try send(Self.request, "Request", "Close") { _ in } }

        private func send(
            _ path: String,
            _ interface: String,
            _ member: String,
            _ fill: (OpaquePointer) -> Void
        ) throws -> UInt64 {
            var message: OpaquePointer?
            guard
                sd_bus_message_new_method_call(
                    bus,
                    &message,
                    "org.freedesktop.secrets",
                    path,
                    "org.freedesktop.impl.portal." + interface,
                    member
                ) >= 0, let message
            else { throw POSIXError(.EINVAL) }
            defer { sd_bus_message_unref(message) }
            fill(message)
            var number: UInt64 = 0
            guard sd_bus_send(bus, message, &number) >= 0, sd_bus_flush(bus) >= 0 else {
                throw POSIXError(.EIO)
            }
            return number
        }

        /// The answer to a call: `ok`, the response, or the name of an error; `nil` if none comes for ten seconds.
        func answer(to call: UInt64) -> String? {
            let end = ContinuousClock.now + .seconds(10)
            while ContinuousClock.now < end {
                var message: OpaquePointer?
                let step = sd_bus_process(bus, &message)
                guard step >= 0 else { return nil }
                guard let message else {
                    if step == 0 { sd_bus_wait(bus, 100_000) }
                    continue
                }
                defer { sd_bus_message_unref(message) }
                var number: UInt64 = 0
                guard sd_bus_message_get_reply_cookie(message, &number) >= 0, number == call else {
                    continue
                }
                if let error = sd_bus_message_get_error(message)?.pointee.name {
                    return String(cString: error)
                }
                var response: UInt32 = 0
                let isThere =
                    sd_bus_message_read_basic(message, MockMessage.letter("u"), &response) > 0
                return isThere ? "\(response)" : "ok"
            }
            return nil
        }
    }
#endif
