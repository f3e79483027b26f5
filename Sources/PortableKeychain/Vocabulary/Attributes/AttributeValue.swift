#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The value of an attribute, in the type in which the caller gave it.
///
/// Which types an attribute takes, and what it becomes, is decided by the rules
/// (`Specification/item-semantics.md`, 1.2).
public enum AttributeValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A whole number, or a truth value as 0 or 1.
    case number(Int64)
    /// A moment.
    case date(Date)
    /// A protection with the people and secrets it asks for.
    case accessControl(AccessControl)
}
