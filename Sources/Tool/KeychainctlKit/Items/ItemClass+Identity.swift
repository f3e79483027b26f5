@_spi(Keepers) package import PortableKeychain

extension ItemClass {
    /// The attributes that identify an item in its access group, each with its value or default.
    ///
    /// An attribute that the item does not have must also be absent from the same item.
    package func identity(of attributes: ItemAttributes) -> ItemAttributes {
        var identity = uniqueness
        for (key, standard) in identity { identity[key] = attributes[key] ?? standard }
        return identity
    }
}
