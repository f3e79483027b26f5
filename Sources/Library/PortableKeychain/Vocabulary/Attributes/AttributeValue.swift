public import KeychainEssentials

/// The value of an attribute, in the type that the caller used.
///
/// The rules decide which types an attribute accepts and how they are converted
/// (`Specification/item-semantics.md`, 1.2).
@nonexhaustive @_spi(Keepers) public enum AttributeValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A whole number, or a truth value as 0 or 1.
    case number(Int64)
    /// A date.
    case date(Date)
    /// An access control.
    case accessControl(AccessControl)

    /// Whether two values have the same type and content; text is compared by its bytes, because
    /// these distinguish items (`Specification/item-semantics.md`, 1.2).
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.data(let left), .data(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.accessControl(let left), .accessControl(let right)): left == right
        default: false
        }
    }

    /// Hashes text by its bytes, as `==` compares it.
    ///
    /// Swift's own hash of a text is that of its Unicode normal form, so two names that differ only in their form would
    /// have the same one.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(var text):
            hasher.combine(0)
            hasher.combine(text.utf8.count)
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .data(let data):
            hasher.combine(1)
            hasher.combine(data)
        case .number(let number):
            hasher.combine(2)
            hasher.combine(number)
        case .date(let date):
            hasher.combine(3)
            hasher.combine(date)
        case .accessControl(let control):
            hasher.combine(4)
            hasher.combine(control)
        }
    }
}

extension String {
    /// Whether the bytes of UTF-8 are the same: equal strings of Swift can differ in their Unicode normal form, and
    /// names that differ in it are different names here.
    package func hasSameBytes(as other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        let answer = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
            }
        }
        return (answer ?? nil) ?? left.elementsEqual(right)
    }
}
