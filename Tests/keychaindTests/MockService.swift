#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation

    /// A program with a name on the bus of a test, which answers calls from a thread of its own.
    final class MockService: @unchecked Sendable {
        /// Answers a call; returns a negative number of `errno`, 0 for a method that it does not have, or 1.
        typealias Answer = (_ call: OpaquePointer, _ service: MockService) -> Int32

        let bus: OpaquePointer
        /// One thread at a time uses the connection.
        private let turn = NSLock()
        private let answer: Answer
        private var isEnded = false

        /// Takes a name on a bus.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - address: The bus.
        ///   - root: The path above all objects.
        ///   - answer: Answers a call; not called by two threads at once.
        /// - Throws: An error if the name cannot be taken.
        init(_ name: String, on address: String, root: String, _ answer: @escaping Answer) throws {
            (bus, self.answer) = (try MockConnection.open(address, as: name), answer)
            let this = Unmanaged.passUnretained(self).toOpaque()
            sd_bus_add_fallback(bus, nil, root, answered, this)
            // Not kept alive by it: `end` stops it.
            Thread.detachNewThread { [weak self] in
                while self?.step() == true { usleep(2000) }
            }
        }

        /// Stops answering.
        func end() { turn.withLock { isEnded = true } }

        deinit { sd_bus_flush_close_unref(bus) }

        private func step() -> Bool {
            turn.withLock {
                while !isEnded, sd_bus_process(bus, nil) > 0 {}
                return !isEnded
            }
        }

        /// Calls a body while no call is answered.
        func exclusively<R>(_ body: () -> R) -> R { turn.withLock(body) }

        fileprivate func answer(to call: OpaquePointer) -> Int32 { answer(call, self) }

        /// Answers a call with what a body writes.
        func reply(to call: OpaquePointer, _ fill: (OpaquePointer) -> Void) -> Int32 {
            var reply: OpaquePointer?
            guard sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return 0 }
            defer { sd_bus_message_unref(reply) }
            fill(reply)
            sd_bus_send(bus, reply, nil)
            return 1
        }

        /// Sends a signal with what a body writes.
        func tell(
            _ path: String,
            _ interface: String,
            _ member: String,
            _ fill: (OpaquePointer) -> Void
        ) {
            var message: OpaquePointer?
            sd_bus_message_new_signal(bus, &message, path, interface, member)
            guard let message else { return }
            defer { sd_bus_message_unref(message) }
            fill(message)
            sd_bus_send(bus, message, nil)
            sd_bus_flush(bus)
        }
    }

    /// Writes values into a message of a test.
    enum MockMessage {
        static func group(
            _ message: OpaquePointer,
            _ type: Unicode.Scalar,
            _ content: String,
            _ body: () -> Void
        ) {
            sd_bus_message_open_container(message, letter(type), content)
            body()
            sd_bus_message_close_container(message)
        }

        static func append(_ message: OpaquePointer, _ type: Unicode.Scalar, _ text: String) {
            _ = text.withCString { sd_bus_message_append_basic(message, letter(type), $0) }
        }

        static func append(_ message: OpaquePointer, flag: Bool) {
            var number: Int32 = flag ? 1 : 0
            sd_bus_message_append_basic(message, letter("b"), &number)
        }

        /// The text with a name in the dictionary of values that comes next in a call; `nil` if it has none.
        static func text(_ name: String, _ call: OpaquePointer) -> String? {
            var found: String?
            sd_bus_message_enter_container(call, letter("a"), "{sv}")
            while sd_bus_message_enter_container(call, letter("e"), "sv") > 0 {
                var key: UnsafePointer<CChar>?
                sd_bus_message_read_basic(call, letter("s"), &key)
                if let key, String(cString: key) == name {
                    var text: UnsafePointer<CChar>?
                    sd_bus_message_enter_container(call, letter("v"), "s")
                    sd_bus_message_read_basic(call, letter("s"), &text)
                    sd_bus_message_exit_container(call)
                    found = text.map { String(cString: $0) }
                } else {
                    sd_bus_message_skip(call, "v")
                }
                sd_bus_message_exit_container(call)
            }
            sd_bus_message_exit_container(call)
            return found
        }

        /// The value in the secret of the Secret Service that comes next in a call.
        static func secret(_ call: OpaquePointer) -> [UInt8] {
            var (bytes, count) = (UnsafeRawPointer?.none, 0)
            sd_bus_message_enter_container(call, letter("r"), "oayays")
            sd_bus_message_skip(call, "oay")
            sd_bus_message_read_array(call, letter("y"), &bytes, &count)
            return Array(UnsafeRawBufferPointer(start: bytes, count: count))
        }

        static func letter(_ scalar: Unicode.Scalar) -> CChar {
            CChar(truncatingIfNeeded: scalar.value)
        }
    }

    private func answered(
        _ message: OpaquePointer?,
        _ mock: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let mock else { return 0 }
        return Unmanaged<MockService>.fromOpaque(mock).takeUnretainedValue().answer(to: message)
    }
#endif
