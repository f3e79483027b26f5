#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation

    /// The desktop's service of notifications, on the bus of a test.
    final class MockNotifications: @unchecked Sendable {
        private var shown: [String] = []
        private var service: MockService?

        init(_ address: String) throws {
            let name = "org.freedesktop.Notifications"
            service = try MockService(name, on: address, root: "/org/freedesktop/Notifications") {
                [weak self] call, service in
                self?.answer(call, service) ?? 0
            }
        }

        func end() { service?.end() }

        /// The titles of all notifications.
        var titles: [String] { service?.exclusively { shown } ?? [] }

        private func answer(_ call: OpaquePointer, _ service: MockService) -> Int32 {
            guard String(cString: sd_bus_message_get_member(call)) == "Notify",
                String(cString: sd_bus_message_get_signature(call, 1)) == "susssasa{sv}i"
            else { return 0 }
            sd_bus_message_skip(call, "sus")
            var title: UnsafePointer<CChar>?
            sd_bus_message_read_basic(call, MockMessage.letter("s"), &title)
            shown.append(title.map { String(cString: $0) } ?? "")
            // A service that gives no answer keeps no program waiting.
            return 1
        }
    }
#endif
