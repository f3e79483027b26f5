public import Foundation

// The conditions of a search, the content of an answer, and the values of an item.
// The strings are those of Apple's SecItemConstants.c. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// The key of how many matches are wanted: a value below, or a number.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// Only the first match; the default.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All matches, as an array.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// The key of a policy that certificates must satisfy.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
/// The key of items to search in; ignored.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
/// The key of keychains to search in; ignored.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
/// The key of issuers that a certificate's chain must reach.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
/// The key of an address that a certificate must carry.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
/// The key of a part of the subject; ignored.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// The key of the start of the subject; ignored.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// The key of the end of the subject; ignored.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// The key of the whole subject; ignored.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// The key that would ignore case; ignored.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// The key that would ignore accents; ignored.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
/// The key that would ignore character width; ignored.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// The key that asks for certificates with a trusted chain.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// The key of a moment at which certificates must be valid.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// The key of a host; the server must be this host or a host below it.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"
/// The key that asks for the payload, a Boolean.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// The key that asks for all attributes, a Boolean.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// The key that asks for a key, certificate or identity, a Boolean.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// The key that asks for a lasting reference, a Boolean.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// The key of the payload, bytes.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// The key of a key, certificate or identity.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// The key of a lasting reference from an earlier answer.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
