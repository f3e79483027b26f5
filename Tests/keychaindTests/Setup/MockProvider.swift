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
            var secret: [UInt8] = Array("s3cret".utf8)
            /// In seconds since 1970.
            var modified: UInt64 = 0
        }

        /// The treatment of items that it is given.
        enum Taking: Sendable { case stores, refuses, forgets, hasNoKeyring }

        /// The reaction of its user to a question; the last one is not asked, because the password is empty.
        enum User { case unlocks, cancels, needsNoPassword }

        private static let root = "/org/freedesktop/secrets"
        private static let prompt = root + "/prompt/1"

        private var items: [Item]
        private let taking: Taking
        private let user: User
        private var isLocked: Bool
        /// The calls of its questions.
        private var asked: [String] = []
        private var service: MockService?

        /// - Parameters:
        ///   - address: The bus.
        ///   - items: Its items.
        ///   - user: The reaction of its user to the question for its password; `nil` if it is not locked.
        ///   - taking: The treatment of items that it is given.
        /// - Throws: An error if it cannot take its name on the bus.
        init(
            _ address: String,
            _ items: [Item],
            lockedAnd user: User? = nil,
            taking: Taking = .stores
        ) throws {
            (self.items, self.taking) = (items, taking)
            (self.user, isLocked) = (user ?? .unlocks, user != nil)
            service = try MockService("org.freedesktop.secrets", on: address, root: Self.root) {
                [weak self] call, service in
                self?.answer(call, service) ?? 0
            }
        }

        func end() { service?.end() }

        /// The labels and secrets of its items.
        var content: [[String]] {
            let read = {
                self.items.map { [$0.label, String(decoding: $0.secret, as: UTF8.self)] }
            }
            return service?.exclusively(read) ?? []
        }

        /// The calls of its questions, by their names.
        var questions: [String] { service?.exclusively { self.asked } ?? [] }

        private func answer(_ call: OpaquePointer, _ service: MockService) -> Int32 {
            let parts = String(cString: sd_bus_message_get_path(call)).split(separator: "/")
            let number = parts.contains("collection") ? parts.last.flatMap { Int($0) } : nil
            let item = number.map { items[$0] }
            let member = String(cString: sd_bus_message_get_member(call))
            if parts.contains("prompt") { asked.append(member) }
            let refusal = member == "GetAll" ? item?.labelError : item?.error
            if let refusal, ["GetAll", "GetSecret"].contains(member) {
                return refuse(call, refusal)
            }
            switch member {
            case "CreateItem", "SetSecret":
                guard taking != .refuses else {
                    return refuse(call, "org.freedesktop.DBus.Error.Failed")
                }
                take(call, replacing: member == "SetSecret" ? number : nil)
                return service.reply(to: call) { reply in
                    guard member == "CreateItem" else { return }
                    MockMessage.append(reply, "o", Self.root + "/collection/a/new")
                    MockMessage.append(reply, "o", "/")
                }
            case "Prompt":
                isLocked = user == .cancels
                let result = service.reply(to: call) { _ in }
                service.tell(Self.prompt, "org.freedesktop.Secret.Prompt", "Completed") { signal in
                    MockMessage.append(signal, flag: user == .cancels)
                    MockMessage.group(signal, "v", "s") { MockMessage.append(signal, "s", "") }
                }
                return result
            case "Dismiss": return service.reply(to: call) { _ in }
            case "OpenSession", "SearchItems", "Unlock", "GetAll", "GetSecret", "ReadAlias":
                return service.reply(to: call) { fill($0, member, item) }
            default: return 0
            }
        }

        private func refuse(_ call: OpaquePointer, _ name: String) -> Int32 {
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            sd_bus_error_set(&error, name, "not today")
            return sd_bus_reply_method_error(call, &error)
        }

        /// Stores a new item, or another secret of the one with a number.
        private func take(_ call: OpaquePointer, replacing number: Int?) {
            let label =
                number == nil ? MockMessage.text("org.freedesktop.Secret.Item.Label", call) : nil
            let secret = MockMessage.secret(call)
            guard taking == .stores else { return }
            if let number {
                items[number].secret = secret
            } else {
                items.append(Item(label: label ?? "", secret: secret))
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
                let opens = user == .needsNoPassword
                if opens { isLocked = false }
                MockMessage.group(reply, "a", "o") {
                    if opens { MockMessage.append(reply, "o", Self.root + "/collection/a") }
                }
                MockMessage.append(reply, "o", opens ? "/" : Self.prompt)
            case "ReadAlias":
                let path = taking == .hasNoKeyring ? "/" : Self.root + "/collection/a"
                MockMessage.append(reply, "o", path)
            case "GetAll": describe(reply, item ?? Item())
            default:
                MockMessage.group(reply, "r", "oayays") {
                    MockMessage.append(reply, "o", Self.root + "/session/1")
                    sd_bus_message_append_array(reply, MockMessage.letter("y"), "", 0)
                    let secret = item?.secret ?? []
                    sd_bus_message_append_array(
                        reply,
                        MockMessage.letter("y"),
                        secret,
                        secret.count
                    )
                    MockMessage.append(reply, "s", "text/plain")
                }
            }
        }

        private func describe(_ reply: OpaquePointer, _ item: Item) {
            let label = item.label
            MockMessage.group(reply, "a", "{sv}") {
                MockMessage.group(reply, "e", "sv") {
                    MockMessage.append(reply, "s", "Modified")
                    var modified = item.modified
                    MockMessage.group(reply, "v", "t") {
                        sd_bus_message_append_basic(reply, MockMessage.letter("t"), &modified)
                    }
                }
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
