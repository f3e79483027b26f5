internal import KeychainEssentials

/// The rule of one attribute in a ``ClassSchema``: how its values are converted, its default, and
/// which answers return it.
///
/// An immutable table entry; code reads it instead of naming attributes. An attribute that two
/// classes have can have a different rule in each.
struct AttributeRule: Sendable {
    let key: AttributeKey
    let kind: AttributeKind
    /// Whether it is part of the primary key; set by ``ClassSchema`` from
    /// ``ItemClass/uniqueAttributes``.
    var isPrimaryKey = false
    /// The value of an item if the attribute is omitted; `nil` for no value.
    ///
    /// For attributes of the primary key, ``ClassSchema`` sets it.
    var standard: AttributeValue?
    var visibility = Visibility.always
    /// The bytes by which an item without the attribute is compared; `nil` if it matches no value.
    ///
    /// ``ClassSchema`` sets them.
    var canonicalStandard: [UInt8]?

    /// The answers with attributes that return it.
    enum Visibility: Sendable {
        case always
        /// In answers to searches, not to additions.
        case whenFound
        /// In answers that also return the payload.
        case withData
        case never
    }
}

/// The rules by which the values of an attribute are converted, stored and compared
/// (item-semantics.md §1.2).
enum AttributeKind: Sendable {
    case string
    case data
    /// An X.509 name: a whole one in DER is normalized, other data is kept.
    case name
    /// Stored in the type that the caller used; compared by its bytes.
    case blob
    case number
    case date
    case sha1
    case uuid
    case accessible
    case accessControl

    /// Whether a value needs no conversion.
    func keeps(_ value: AttributeValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.data, .data), (.number, .number), (.date, .date),
            (.accessControl, .accessControl), (.blob, .string), (.blob, .data), (.blob, .number):
            true
        default: false
        }
    }

    /// Converts a caller's value.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the type or the content is not
    ///   allowed.
    func convert(_ value: AttributeValue) throws(KeychainError) -> AttributeValue {
        guard !keeps(value) else { return value }
        switch (self, value) {
        case (.string, .data(let data)):
            guard let text = String(validating: data, as: UTF8.self) else { break }
            return .string(text)
        case (.data, .string(let text)): return .data(Data(text.utf8))
        case (.data, .number(let number)): return .data(Data(Self.bytes(number)))
        case (.number, .string(let text)):
            // Only text that the number prints back identically: "0443" and "+443" stay text.
            guard let number = Int32(text), String(number) == text else { return value }
            return .number(Int64(number))
        case (.name, .data): return value.normalizedName
        case (.sha1, .data(let data)) where data.count == 20: return value
        case (.uuid, .data(let data)) where data.isEmpty || data.count == 16: return value
        case (.accessible, .string(let text)) where Accessibility(rawValue: text) != nil:
            return value
        case (.accessible, .data(let data)):
            guard let text = String(validating: data, as: UTF8.self) else { break }
            return try convert(.string(text))
        default: break
        }
        throw KeychainError(
            .invalidParameter,
            reason: "The value of an attribute has the wrong type or format."
        )
    }

    /// The bytes by which values are compared: equal bytes mean equal values.
    ///
    /// In a blob, text, data and numbers are compared by content, so the text "x" equals the byte
    /// 78 (hexadecimal). In a number, values of different types are never equal (item-semantics.md
    /// §1.4).
    func canonical(_ value: AttributeValue) -> [UInt8] {
        switch value {
        case .string(let text): self == .number ? [1] + text.utf8 : Array(text.utf8)
        case .data(let data): Array(data)
        case .number(let number):
            self == .number ? [0] + Self.bytes(wide: number) : Self.bytes(number)
        case .date(let date): Self.bytes(wide: date.timeIntervalSinceReferenceDate.bitPattern)
        case .accessControl(let control):
            Array(control.accessibility.rawValue.utf8)
                + (control.constraints.map { Self.bytes(wide: $0.rawValue) } ?? [])
        }
    }

    /// Whether a stored value has the given canonical bytes.
    func matches(
        _ canonical: [UInt8],
        _ type: AttributeCoding.ValueType,
        _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        switch (self, type) {
        case (.number, .string), (.number, .number):
            let tag: UInt8 = type == .string ? 1 : 0
            return canonical.first == tag && canonical.dropFirst().elementsEqual(bytes)
        case (_, .number) where bytes.count == MemoryLayout<Int64>.size:
            return canonical == Self.bytes(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        default:
            return canonical.hasSameBytes(as: bytes)
        }
    }

    /// Four little-endian bytes, as Apple digests numbers; eight if the number needs them.
    private static func bytes(_ number: Int64) -> [UInt8] {
        guard let narrow = Int32(exactly: number) else {
            return withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        return withUnsafeBytes(of: narrow.littleEndian) { Array($0) }
    }

    private static func bytes(wide number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
