package import Foundation
@_spi(Keepers) package import PortableKeychain

extension ItemChanges {
    /// Reads the second dictionary of an update (item-semantics.md §2.3 and §3.4).
    ///
    /// Every key but the payload's is the name of an attribute here, so those of searches do not
    /// exist.
    ///
    /// - Parameter dictionary: The new values.
    /// - Throws: ``KeychainError`` for the first key or value that is not well-formed.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        self.init()
        for (key, value) in dictionary {
            guard let name = text(key) else {
                throw refusal(.invalidParameter, "the name of an attribute is not a string")
            }
            switch name {
            case "v_Data": secret = try ItemDictionaries.secret(value)
            case "nleg", "persistref": break
            case "v_Ref" where !(value is any ItemObjectHolder),
                "v_PersistentRef" where !(value is Data):
                throw refusal(.invalidParameter, "a reference has the wrong type")
            default:
                guard let key = AttributeKey(name) else { throw refusal(.noSuchAttribute) }
                attributes[key] = try attributeValue(value, of: key)
            }
        }
    }
}
