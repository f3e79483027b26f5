#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainSecretService
    internal import PortableKeychain

    /// Writes values into a message.
    struct BusWriter {
        private let message: OpaquePointer

        init(_ message: OpaquePointer) { self.message = message }

        /// Appends values; returns whether all of them could be written.
        func write(_ values: [BusValue]) -> Bool { values.allSatisfy { write($0) } }

        private func write(_ value: BusValue) -> Bool {
            switch value {
            case .text(let text): return basic("s", text)
            case .path(let path): return basic("o", path)
            case .flag(let flag):
                var number: Int32 = flag ? 1 : 0
                return sd_bus_message_append_basic(message, Self.letter("b"), &number) >= 0
            case .number(var number):
                return sd_bus_message_append_basic(message, Self.letter("t"), &number) >= 0
            case .whole(var number):
                return sd_bus_message_append_basic(message, Self.letter("u"), &number) >= 0
            case .bytes(let bytes):
                _ = sd_bus_message_sensitive(message)
                return bytes.withUnsafeBytes {
                    sd_bus_message_append_array(message, Self.letter("y"), $0.baseAddress, $0.count)
                        >= 0
                }
            case .variant(let inner): return container("v", inner.signature, [inner])
            case .list(let element, let values): return container("a", element, values)
            case .entry(let key, let value):
                return container("e", key.signature + value.signature, [key, value])
            case .group(let parts):
                return container("r", parts.map(\.signature).joined(), parts)
            case .other: return false
            }
        }

        private func basic(_ type: Unicode.Scalar, _ text: String) -> Bool {
            text.withCString { sd_bus_message_append_basic(message, Self.letter(type), $0) } >= 0
        }

        private func container(
            _ type: Unicode.Scalar,
            _ contents: String,
            _ values: [BusValue]
        ) -> Bool {
            sd_bus_message_open_container(message, Self.letter(type), contents) >= 0
                && write(values) && sd_bus_message_close_container(message) >= 0
        }

        private static func letter(_ scalar: Unicode.Scalar) -> CChar {
            CChar(truncatingIfNeeded: scalar.value)
        }
    }
#endif
