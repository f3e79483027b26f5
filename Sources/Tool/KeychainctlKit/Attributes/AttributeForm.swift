@_spi(Keepers) package import PortableKeychain
package import SafeText
internal import KeychainEssentials

/// The format in which values of an attribute are read from options and shown in output.
///
/// Each ``AttributeName`` has one. It converts between the text of an option, the keychain's
/// `AttributeValue`, and the text or JSON of the output.
package enum AttributeForm: Sendable {
    case text
    case bytes
    case number
    /// The port of a server; 0 stands for the default port of the protocol.
    case port
    case fourCharacters
    case truth
    case networkProtocol
    case authentication
    case accessibility
    case accessControl
    case date
    /// Binary data, such as digests, always written in hexadecimal digits.
    case digits
    case keyHalf
    case keyType

    /// A description of valid values, for error messages.
    package var expectation: String {
        switch self {
        case .text: "text"
        case .bytes: "text, or 0x and an even number of hexadecimal digits"
        case .number: "a number of 32 bits"
        case .port: "\(HostAndPort.portExpectation), or 0 for the port of the protocol"
        case .fourCharacters: "a number of 32 bits or four characters"
        case .truth: "0 or 1"
        case .networkProtocol: "a protocol such as https, or its four characters"
        case .authentication: "a type such as http-basic, or its four characters"
        case .accessibility: "one of \(AccessibilityName.all.joined(separator: ", "))"
        case .accessControl: "set by a program"
        case .date: "set by the keychain"
        case .digits: "0x and an even number of hexadecimal digits"
        case .keyHalf: "private or public"
        case .keyType: "one of \(KeyTypeName.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }

    /// Parses the text of an option; `nil` if the text is not valid in this format.
    package func value(_ text: String) -> AttributeValue? {
        switch self {
        case .text: .string(text)
        case .bytes: ByteText.parse(text).map { .data(Data($0)) }
        case .number: Int32(text).map { .number(Int64($0)) }
        case .port: text == "0" ? .number(0) : HostAndPort.port(text).map { .number(Int64($0)) }
        case .fourCharacters: (Int32(text).map { Int64($0) } ?? Self.code(text)).map { .number($0) }
        case .truth: ["0", "1"].contains(text) ? .number(text == "1" ? 1 : 0) : nil
        // An empty one is that of items that have none.
        case .networkProtocol:
            text.isEmpty ? .number(0) : Self.code(text, NetworkProtocol(name: text)?.rawValue)
        case .authentication:
            text.isEmpty ? .string("") : Self.code(text, AuthenticationType(name: text)?.rawValue)
        case .accessibility: AccessibilityName.parse(text).map { .string($0.rawValue) }
        case .digits: text.hasPrefix("0x") ? ByteText.parse(text).map { .data(Data($0)) } : nil
        case .keyHalf, .keyType, .accessControl, .date: nil
        }
    }

    /// The text of a value, not escaped.
    package func text(_ value: AttributeValue) -> String {
        switch (self, value) {
        case (.networkProtocol, .string(let code)): NetworkProtocol(rawValue: code).name
        case (.authentication, .string(let code)): AuthenticationType(rawValue: code).name
        case (.accessibility, .string(let code)):
            Accessibility(rawValue: code).map(AccessibilityName.name) ?? code
        case (.truth, .number(let number)): number == 0 ? "no" : "yes"
        case (.fourCharacters, .number(let number)): Self.characters(number) ?? String(number)
        case (.keyHalf, .number(let number)):
            String(number) == KeyClass.privateKey.rawValue ? "private" : "public"
        case (.keyType, .number(let number)): KeyTypeName.text(KeyType(rawValue: String(number)))
        case (.digits, .data(let data)): ByteText.hexadecimal(data)
        case (_, .string(let text)): text
        case (_, .data(let data)): ByteText.text(data)
        case (_, .number(let number)): String(number)
        case (_, .date(let date)): date.formatted(.iso8601)
        case (_, .accessControl(let control)): AccessibilityName.text(control)
        }
    }

    /// The JSON of a value.
    package func json(_ value: AttributeValue) -> JSON {
        switch (self, value) {
        case (.truth, .number(let number)): .bool(number != 0)
        case (.fourCharacters, _), (.keyHalf, _), (.keyType, _): .string(text(value))
        case (_, .number(let number)): .number(number)
        default: .string(text(value))
        }
    }

    /// Whether the value equals the default of an omitted attribute, so that output can skip it.
    func saysNothing(_ value: AttributeValue) -> Bool {
        switch value {
        case .number where self == .keyHalf: false
        case .string(let text): text.isEmpty
        case .data(let data): data.isEmpty
        case .number(let number): number == 0
        case .accessControl(let control): control.constraints?.isEmpty ?? true
        case .date: false
        }
    }

    private static func code(_ text: String, _ known: String?) -> AttributeValue? {
        if let known { return .string(known) }
        return text.utf8.count == 4 ? .string(text) : nil
    }

    private static func code(_ text: String) -> Int64? {
        let bytes = text.utf8
        guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = bytes.reduce(0) { $0 << 8 | UInt32($1) }
        return Int64(Int32(bitPattern: code))
    }

    /// Four printable characters, unless they would be read back as a number.
    private static func characters(_ number: Int64) -> String? {
        guard let number = Int32(exactly: number) else { return nil }
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return Int32(text) == nil ? text : nil
    }
}
