#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The value of an attribute, in the type that the caller used.
///
/// The rules decide which types an attribute accepts and how they are converted
/// (`Specification/item-semantics.md`, 1.2).
public enum AttributeValue: Hashable, Sendable {
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
}
