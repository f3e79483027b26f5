#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation

    /// Another program that answers for the Secret Service, on the bus of a test.
    final class MockProvider: @unchecked Sendable {
        /// An item that it lists.
        struct Item: Sendable {
            var label = "x"
            /// The error in place of its secret; `nil` for none.
            var error: String?
            /// The error in place of its label; `nil` for none.
            var labelError: String?
        }

        /// The reaction of its user to a question.
        enum User { case unlocks, cancels }

        private static let root = "/org/freedesktop/secrets"
        private static let prompt = root + "/prompt/1"

        private let items: [Item]
        private let user: User
        private let bus: OpaquePointer
        private let turn = NSLock()
        private var isLocked: Bool
        private var isEnded = false

        /// - Parameters:
        ///   - address: The bus.
        ///   - items: Its items.
        ///   - user: The reaction of its user to the question for its password; `nil` if it is not locked.
        /// - Throws: An error if it cannot take its name on the bus.
        init(_ address: String, _ items: [Item], lockedAnd user: User? = nil) throws {
            var bus: OpaquePointer?
            guard sd_bus_new(&bus) >= 0, let bus, sd_bus_set_address(bus, address) >= 0,
                sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0,
                sd_bus_request_name(bus, "org.freedesktop.secrets", 0) >= 0
            else { throw POSIXError(.EIO) }
            (self.bus, self.items) = (bus, items)
            (self.user, isLocked) = (user ?? .unlocks, user != nil)
            let this = Unmanaged.passUnretained(self).toOpaque()
            sd_bus_add_fallback(bus, nil, Self.root, answered, this)
            // Not kept alive by it: `end` stops it.
            Thread.detachNewThread { [weak self] in
                while self?.step() == true { usleep(2000) }
            }
        }

        func end() { turn.withLock { isEnded = true } }

        deinit { sd_bus_flush_close_unref(bus) }

        private func step() -> Bool {
            turn.withLock {
                while !isEnded, sd_bus_process(bus, nil) > 0 {}
                return !isEnded
            }
        }

        fileprivate func answer(_ call: OpaquePointer) -> Int32 {
            let path = String(cString: sd_bus_message_get_path(call))
            let parts = path.split(separator: "/")
            let item = parts.contains("collection") ? parts.last.flatMap { Int($0) } : nil
            let named = item.map { items[$0] }
            let member = String(cString: sd_bus_message_get_member(call))
            let refusal = member == "GetAll" ? named?.labelError : named?.error
            if let refusal, ["GetAll", "GetSecret"].contains(member) {
                var error = sd_bus_error()
                defer { sd_bus_error_free(&error) }
                sd_bus_error_set(&error, refusal, "not today")
                return sd_bus_reply_method_error(call, &error)
            }
            var reply: OpaquePointer?
            guard sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return 0 }
            defer { sd_bus_message_unref(reply) }
            switch member {
            case "OpenSession":
                group(reply, "v", "s") { text(reply, "s", "") }
                text(reply, "o", Self.root + "/session/1")
            case "SearchItems":
                for hides in [isLocked, !isLocked] {
                    group(reply, "a", "o") {
                        for number in items.indices where !hides {
                            text(reply, "o", "\(Self.root)/collection/a/\(number)")
                        }
                    }
                }
            case "Unlock":
                group(reply, "a", "o") {}
                text(reply, "o", Self.prompt)
            case "Prompt":
                sd_bus_send(bus, reply, nil)
                isLocked = user == .cancels
                complete()
                return 1
            case "GetAll": describe(reply, named?.label ?? "")
            case "GetSecret":
                group(reply, "r", "oayays") {
                    text(reply, "o", Self.root + "/session/1")
                    sd_bus_message_append_array(reply, letter("y"), "", 0)
                    sd_bus_message_append_array(reply, letter("y"), "s3cret", 6)
                    text(reply, "s", "text/plain")
                }
            default: return 0
            }
            sd_bus_send(bus, reply, nil)
            return 1
        }

        /// Says that its user has answered.
        private func complete() {
            var signal: OpaquePointer?
            let interface = "org.freedesktop.Secret.Prompt"
            sd_bus_message_new_signal(bus, &signal, Self.prompt, interface, "Completed")
            guard let signal else { return }
            defer { sd_bus_message_unref(signal) }
            var isDismissed: Int32 = user == .cancels ? 1 : 0
            sd_bus_message_append_basic(signal, letter("b"), &isDismissed)
            group(signal, "v", "s") { text(signal, "s", "") }
            sd_bus_send(bus, signal, nil)
        }

        private func describe(_ reply: OpaquePointer, _ label: String) {
            group(reply, "a", "{sv}") {
                group(reply, "e", "sv") {
                    text(reply, "s", "Label")
                    group(reply, "v", "s") { text(reply, "s", label) }
                }
                group(reply, "e", "sv") {
                    text(reply, "s", "Attributes")
                    group(reply, "v", "a{ss}") {
                        group(reply, "a", "{ss}") {
                            group(reply, "e", "ss") {
                                text(reply, "s", "label")
                                text(reply, "s", label)
                            }
                        }
                    }
                }
            }
        }

        private func group(
            _ message: OpaquePointer,
            _ type: Unicode.Scalar,
            _ content: String,
            _ body: () -> Void
        ) {
            sd_bus_message_open_container(message, letter(type), content)
            body()
            sd_bus_message_close_container(message)
        }

        private func text(_ message: OpaquePointer, _ type: Unicode.Scalar, _ text: String) {
            _ = text.withCString { sd_bus_message_append_basic(message, letter(type), $0) }
        }

        private func letter(_ scalar: Unicode.Scalar) -> CChar {
            CChar(truncatingIfNeeded: scalar.value)
        }
    }

    private func answered(
        _ message: OpaquePointer?,
        _ mock: UnsafeMutableRawPointer?,
        _ error: UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32 {
        guard let message, let mock else { return 0 }
        return Unmanaged<MockProvider>.fromOpaque(mock).takeUnretainedValue().answer(message)
    }
#endif
