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
        private var isLocked: Bool
        private var service: MockService?

        /// - Parameters:
        ///   - address: The bus.
        ///   - items: Its items.
        ///   - user: The reaction of its user to the question for its password; `nil` if it is not locked.
        /// - Throws: An error if it cannot take its name on the bus.
        init(_ address: String, _ items: [Item], lockedAnd user: User? = nil) throws {
            self.items = items
            (self.user, isLocked) = (user ?? .unlocks, user != nil)
            service = try MockService("org.freedesktop.secrets", on: address, root: Self.root) {
                [weak self] call, service in
                self?.answer(call, service) ?? 0
            }
        }

        func end() { service?.end() }

        private func answer(_ call: OpaquePointer, _ service: MockService) -> Int32 {
            let parts = String(cString: sd_bus_message_get_path(call)).split(separator: "/")
            let number = parts.contains("collection") ? parts.last.flatMap { Int($0) } : nil
            let item = number.map { items[$0] }
            let member = String(cString: sd_bus_message_get_member(call))
            let refusal = member == "GetAll" ? item?.labelError : item?.error
            if let refusal, ["GetAll", "GetSecret"].contains(member) {
                var error = sd_bus_error()
                defer { sd_bus_error_free(&error) }
                sd_bus_error_set(&error, refusal, "not today")
                return sd_bus_reply_method_error(call, &error)
            }
            switch member {
            case "Prompt":
                isLocked = user == .cancels
                let result = service.reply(to: call) { _ in }
                service.tell(Self.prompt, "org.freedesktop.Secret.Prompt", "Completed") { signal in
                    MockMessage.append(signal, flag: user == .cancels)
                    MockMessage.group(signal, "v", "s") { MockMessage.append(signal, "s", "") }
                }
                return result
            case "OpenSession", "SearchItems", "Unlock", "GetAll", "GetSecret":
                return service.reply(to: call) { fill($0, member, item) }
            default: return 0
            }
        }

        private func fill(_ reply: OpaquePointer, _ member: String, _ item: Item?) {
            switch member {
            case "OpenSession":
                MockMessage.group(reply, "v", "s") { MockMessage.append(reply, "s", "") }
                MockMessage.append(reply, "o", Self.root + "/session/1")
            case "SearchItems":
                for hides in [isLocked, !isLocked] {
                    MockMessage.group(reply, "a", "o") {
                        for number in items.indices where !hides {
                            MockMessage.append(reply, "o", "\(Self.root)/collection/a/\(number)")
                        }
                    }
                }
            case "Unlock":
                MockMessage.group(reply, "a", "o") {}
                MockMessage.append(reply, "o", Self.prompt)
            case "GetAll": describe(reply, item?.label ?? "")
            default:
                MockMessage.group(reply, "r", "oayays") {
                    MockMessage.append(reply, "o", Self.root + "/session/1")
                    sd_bus_message_append_array(reply, MockMessage.letter("y"), "", 0)
                    sd_bus_message_append_array(reply, MockMessage.letter("y"), "s3cret", 6)
                    MockMessage.append(reply, "s", "text/plain")
                }
            }
        }

        private func describe(_ reply: OpaquePointer, _ label: String) {
            MockMessage.group(reply, "a", "{sv}") {
                MockMessage.group(reply, "e", "sv") {
                    MockMessage.append(reply, "s", "Label")
                    MockMessage.group(reply, "v", "s") { MockMessage.append(reply, "s", label) }
                }
                MockMessage.group(reply, "e", "sv") {
                    MockMessage.append(reply, "s", "Attributes")
                    MockMessage.group(reply, "v", "a{ss}") {
                        MockMessage.group(reply, "a", "{ss}") {
                            MockMessage.group(reply, "e", "ss") {
                                MockMessage.append(reply, "s", "label")
                                MockMessage.append(reply, "s", label)
                            }
                        }
                    }
                }
            }
        }
    }
#endif
