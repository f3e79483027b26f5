#if os(Linux)
    import Foundation
    import KeychainLibC

    /// Plugs an authenticator in software into the kernel, so that programs find it as they find one on USB.
    ///
    /// It needs `/dev/uhid` (the kernel's Documentation/hid/uhid.rst), which only root can open.
    package enum KernelDevice {
        /// Kinds of events of `linux/uhid.h`.
        private enum Event {
            static let destroy: UInt32 = 1
            static let output: UInt32 = 6
            static let create: UInt32 = 11
            static let input: UInt32 = 12
        }

        /// Reports of 64 bytes in both directions, on the usage page of FIDO (CTAP 2.1, 11.2.8.2).
        private static let description: [UInt8] = [
            0x06, 0xD0, 0xF1, 0x09, 0x01, 0xA1, 0x01, 0x09, 0x20, 0x15, 0x00, 0x26, 0xFF, 0x00,
            0x75,
            0x08, 0x95, 0x40, 0x81, 0x02, 0x09, 0x21, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08,
            0x95,
            0x40, 0x91, 0x02, 0xC0,
        ]
        private static let reportLength = 64
        private static let longestDescription = 4096

        /// Answers the messages of programs to the authenticator, until the kernel ends it.
        ///
        /// - Returns: `false` if there is no `/dev/uhid` that this process may use.
        package static func serve(_ authenticator: SoftwareAuthenticator) -> Bool {
            let device = open("/dev/uhid", O_RDWR | O_CLOEXEC)
            guard device >= 0, write(create, to: device) else { return false }
            let connection = SoftwareConnection(authenticator)
            Thread.detachNewThread {
                while true {
                    guard let report = connection.read(within: 1_000) else { continue }
                    let length = half(UInt16(report.count))
                    guard write(word(Event.input) + length + report, to: device) else { return }
                }
            }
            // The longest event is the one that creates a device.
            var event = [UInt8](repeating: 0, count: create.count)
            while read(device, &event, event.count) > 0 {
                guard event.starts(with: word(Event.output)) else { continue }
                // The number of the report is first, which is always 0.
                let report = Array(event[5..<5 + reportLength])
                guard connection.write(report) else { break }
            }
            _ = write(word(Event.destroy), to: device)
            close(device)
            return true
        }

        /// The event that makes a device on USB with a name.
        private static var create: [UInt8] {
            let name = Array("Security key in software".utf8)
            var event = word(Event.create) + name
            event += [UInt8](repeating: 0, count: 128 - name.count + 64 + 64)
            event += half(UInt16(description.count)) + half(3)
            event += word(0x1209) + word(0xF1D0) + word(1) + word(0)
            event += description
            event += [UInt8](repeating: 0, count: longestDescription - description.count)
            return event
        }

        private static func word(_ value: UInt32) -> [UInt8] {
            withUnsafeBytes(of: value, Array.init)
        }

        private static func half(_ value: UInt16) -> [UInt8] {
            withUnsafeBytes(of: value, Array.init)
        }

        private static func write(_ event: [UInt8], to device: Int32) -> Bool {
            event.withUnsafeBytes { KeychainLibC.write(device, $0.baseAddress, $0.count) }
                == event.count
        }
    }
#endif
