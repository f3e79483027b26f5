/// The dictionary in which properties and queries are handed to the keychain, under Apple's keys.
///
/// A value of `nil` says that the attribute was left open: a repository fills it from its defaults
/// or leaves it out. Values may be of any type that Apple's functions take, such as `CFString`.
public typealias StealthyDictionary = [String: Any?]
