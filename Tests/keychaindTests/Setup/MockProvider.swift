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
            /// The last part of its keyring's object; "a" is the default one, and "session" in memory.
            var keyring = "a"
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
        /// The labels of keyrings, where they differ from the last part of the object.
        private let labels: [String: String]
        private var locked: Set<String>
        /// The calls of its questions.
        private var asked: [String] = []
        private var service: MockService?

        /// - Parameters:
        ///   - address: The bus.
        ///   - items: Its items.
        ///   - user: The reaction of its user to the question for its password; `nil` if it is not locked.
        ///   - locked: The keyrings that are locked, if there is such a reaction.
        ///   - labels: The labels of keyrings, where they differ from the last part of the object.
        ///   - taking: The treatment of items that it is given.
        /// - Throws: An error if it cannot take its name on the bus.
        init(
            _ address: String,
            _ items: [Item],
            lockedAnd user: User? = nil,
            locking locked: Set<String> = ["a"],
            labels: [String: String] = [:],
            taking: Taking = .stores
        ) throws {
            (self.items, self.taking, self.labels) = (items, taking, labels)
            (self.user, self.locked) = (user ?? .unlocks, user == nil ? [] : locked)
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

        /// The keyrings of its items.
        var keyrings: [String] { service?.exclusively { self.items.map(\.keyring) } ?? [] }

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
            case "GetAll" where item == nil && parts.contains("collection"):
                let keyring = String(parts.last ?? "")
                guard keyring == "a" || items.contains(where: { $0.keyring == keyring }) else {
                    return refuse(call, "org.freedesktop.DBus.Error.UnknownObject")
                }
                return service.reply(to: call) {
                    describe($0, Item(label: labels[keyring] ?? keyring))
                }
            case "ReadAlias":
                var alias: UnsafePointer<CChar>?
                sd_bus_message_read_basic(call, MockMessage.letter("s"), &alias)
                let name = alias.map { String(cString: $0) }
                return service.reply(to: call) { reply in
                    let isThere = name != "login" && taking != .hasNoKeyring
                    let keyring = name == "session" ? "session" : "a"
                    let path = isThere ? Self.root + "/collection/" + keyring : "/"
                    MockMessage.append(reply, "o", path)
                }
            case "CreateItem", "SetSecret":
                guard taking != .refuses else {
                    return refuse(call, "org.freedesktop.DBus.Error.Failed")
                }
                take(
                    call,
                    String(parts.last ?? ""),
                    replacing: member == "SetSecret" ? number : nil
                )
                return service.reply(to: call) { reply in
                    guard member == "CreateItem" else { return }
                    MockMessage.append(reply, "o", Self.root + "/collection/a/new")
                    MockMessage.append(reply, "o", "/")
                }
            case "Prompt":
                if user != .cancels { locked = [] }
                let result = service.reply(to: call) { _ in }
                service.tell(Self.prompt, "org.freedesktop.Secret.Prompt", "Completed") { signal in
                    MockMessage.append(signal, flag: user == .cancels)
                    MockMessage.group(signal, "v", "s") { MockMessage.append(signal, "s", "") }
                }
                return result
            case "Dismiss": return service.reply(to: call) { _ in }
            case "OpenSession", "SearchItems", "Unlock", "GetAll", "GetSecret":
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
        private func take(_ call: OpaquePointer, _ keyring: String, replacing number: Int?) {
            let label =
                number == nil ? MockMessage.text("org.freedesktop.Secret.Item.Label", call) : nil
            let secret = MockMessage.secret(call)
            guard taking == .stores else { return }
            if let number {
                items[number].secret = secret
            } else {
                items.append(Item(label: label ?? "", secret: secret, keyring: keyring))
            }
        }

        private func fill(_ reply: OpaquePointer, _ member: String, _ item: Item?) {
            switch member {
            case "OpenSession":
                MockMessage.group(reply, "v", "s") { MockMessage.append(reply, "s", "") }
                MockMessage.append(reply, "o", Self.root + "/session/1")
            case "SearchItems":
                for isLocked in [false, true] {
                    MockMessage.group(reply, "a", "o") {
                        for (number, item) in items.enumerated()
                        where locked.contains(item.keyring) == isLocked {
                            let path = "\(Self.root)/collection/\(item.keyring)/\(number)"
                            MockMessage.append(reply, "o", path)
                        }
                    }
                }
            case "Unlock":
                let opens = user == .needsNoPassword
                if opens { locked = [] }
                MockMessage.group(reply, "a", "o") {
                    if opens { MockMessage.append(reply, "o", Self.root + "/collection/a") }
                }
                MockMessage.append(reply, "o", opens ? "/" : Self.prompt)
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
