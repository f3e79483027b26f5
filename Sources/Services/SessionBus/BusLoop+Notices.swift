#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainSecretService
    internal import PortableKeychain

    /// Notices for the user, to the desktop's service of notifications (Desktop Notifications Specification 1.2).
    ///
    /// No answer is expected, so no program waits where there is no such service.
    extension BusLoop {
        private static let notifications = "org.freedesktop.Notifications"
        /// The time for which the same notice is not sent again, in seconds.
        private static let rest = 60

        /// Sends a notice.
        func send(_ notice: DesktopNotice) {
            let now = Self.now
            sent = sent.filter { now - $0.value < Self.rest }
            guard sent[notice] == nil else { return }
            sent[notice] = now
            var message: OpaquePointer?
            guard
                sd_bus_message_new_method_call(
                    bus,
                    &message,
                    Self.notifications,
                    "/org/freedesktop/Notifications",
                    Self.notifications,
                    "Notify"
                ) >= 0, let message
            else { return }
            defer { sd_bus_message_unref(message) }
            let values: [BusValue] = [
                .text("Keychain"), .whole(0), .text("dialog-password"), .text(notice.title),
                .text(notice.text), .list(of: "s", []), .list(of: "{sv}", []),
            ]
            // As long as the service thinks right.
            var time: Int32 = -1
            guard sd_bus_message_set_expect_reply(message, 0) >= 0,
                // Not where there is no screen, on which it could only fail.
                sd_bus_message_set_auto_start(message, UserEnvironment.hasScreen ? 1 : 0) >= 0,
                BusWriter(message).write(values),
                sd_bus_message_append_basic(message, CChar(UInt8(ascii: "i")), &time) >= 0
            else { return }
            _ = sd_bus_send(bus, message, nil)
        }
    }
#endif
