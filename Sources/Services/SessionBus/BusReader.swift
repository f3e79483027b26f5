#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainSecretService
    internal import PortableKeychain

    /// Reads the values of a message.
    ///
    /// The bus has checked that the message is well-formed; its depth and size are limited there,
    /// and a second time here.
    struct BusReader {
        private let message: OpaquePointer

        /// Values that no call of the Secret Service comes near to.
        private static let deepest = 8

        init(_ message: OpaquePointer) { self.message = message }

        /// All values; `nil` if the message ends too early.
        func values() -> [BusValue]? { list(depth: 0) }

        private func list(depth: Int) -> [BusValue]? {
            guard depth < Self.deepest else { return nil }
            var values: [BusValue] = []
            while true {
                var type: CChar = 0
                var contents: UnsafePointer<CChar>?
                let found = sd_bus_message_peek_type(message, &type, &contents)
                guard found >= 0 else { return nil }
                guard found > 0 else { return values }
                let inner = contents.map { String(cString: $0) } ?? ""
                guard let value = value(UInt8(bitPattern: type), inner, depth) else { return nil }
                values.append(value)
            }
        }

        private func value(_ type: UInt8, _ contents: String, _ depth: Int) -> BusValue? {
            switch type {
            case UInt8(ascii: "s"): return text(type).map { .text($0) }
            case UInt8(ascii: "o"): return text(type).map { .path($0) }
            case UInt8(ascii: "b"):
                var flag: Int32 = 0
                guard read(type, &flag) else { return nil }
                return .flag(flag != 0)
            case UInt8(ascii: "t"):
                var number: UInt64 = 0
                guard read(type, &number) else { return nil }
                return .number(number)
            case UInt8(ascii: "u"):
                var number: UInt32 = 0
                guard read(type, &number) else { return nil }
                return .whole(number)
            case UInt8(ascii: "a") where contents == "y": return bytes()
            case UInt8(ascii: "a"):
                return inside(type, contents, depth).map { .list(of: contents, $0) }
            case UInt8(ascii: "r"): return inside(type, contents, depth).map { .group($0) }
            case UInt8(ascii: "e"):
                guard let parts = inside(type, contents, depth), parts.count == 2 else {
                    return nil
                }
                return .entry(parts[0], parts[1])
            case UInt8(ascii: "v"):
                guard let parts = inside(type, contents, depth), parts.count == 1 else {
                    return nil
                }
                return .variant(parts[0])
            default:
                let letters = String(UnicodeScalar(type))
                guard sd_bus_message_skip(message, letters) >= 0 else { return nil }
                return .other(letters)
            }
        }

        private func inside(_ type: UInt8, _ contents: String, _ depth: Int) -> [BusValue]? {
            guard sd_bus_message_enter_container(message, CChar(type), contents) > 0,
                let values = list(depth: depth + 1),
                sd_bus_message_exit_container(message) >= 0
            else { return nil }
            return values
        }

        private func text(_ type: UInt8) -> String? {
            var text: UnsafePointer<CChar>?
            guard read(type, &text), let text else { return nil }
            return String(cString: text)
        }

        private func bytes() -> BusValue? {
            var start: UnsafeRawPointer?
            var count = 0
            guard
                sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &start, &count) >= 0
            else { return nil }
            // Any array of bytes may be a secret: the message is overwritten when it is released.
            _ = sd_bus_message_sensitive(message)
            let source = UnsafeRawBufferPointer(start: start, count: count)
            return .bytes(SecretBytes(count: count) { $0.copyBytes(from: source) })
        }

        private func read<Value>(_ type: UInt8, _ value: inout Value) -> Bool {
            withUnsafeMutableBytes(of: &value) {
                sd_bus_message_read_basic(message, CChar(type), $0.baseAddress) > 0
            }
        }
    }
#endif
