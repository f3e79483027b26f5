internal import PortableKeychain

extension StealthyProperty {
    /// The property in a wrapper that hides its type.
    public func eraseToAnyProperty() -> AnyStealthyProperty { AnyStealthyProperty(property: self) }

    /// The class of the item, under `kSecClass`.
    public func classDictionary() -> StealthyDictionary {
        [ItemKey.itemClass: Self.propertyType.itemClass.rawValue]
    }

    /// The secret, under `kSecValueData`.
    public func dataDictionary() -> StealthyDictionary { [ItemKey.data: data] }

    /// The attributes that an update replaces: ``otherProperties()`` and the secret.
    public func attributesDictionary() -> StealthyDictionary {
        otherProperties().replaced(by: dataDictionary())
    }

    /// The dictionary that finds the item: ``uniqueAttributes()`` and the class.
    public func fetchQuery() -> StealthyDictionary {
        uniqueAttributes().replaced(by: classDictionary())
    }

    /// The dictionary that adds the item: ``fetchQuery()`` and ``attributesDictionary()``.
    public func addQuery() -> StealthyDictionary {
        fetchQuery().replaced(by: attributesDictionary())
    }

    /// All attributes and the secret, without the class.
    public func updateQuery() -> StealthyDictionary {
        uniqueAttributes().replaced(by: attributesDictionary())
    }

    /// The dictionary that finds the item to delete it: ``fetchQuery()``.
    public func deleteQuery() -> StealthyDictionary { fetchQuery() }

    /// ``fetchQuery()`` and ``attributesDictionary()``.
    public func updateQuerySet() -> UpdateQuerySet {
        UpdateQuerySet(query: fetchQuery(), attributes: attributesDictionary())
    }
}
