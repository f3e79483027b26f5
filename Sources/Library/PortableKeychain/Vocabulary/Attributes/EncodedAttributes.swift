/// Attributes that are decoded one by one when they are asked for.
///
/// Programs list many items and look at a few attributes of each. A keeper that has attributes in
/// another form gives them in a subclass, and ``ItemAttributes`` hides the difference. Immutable:
/// what changes them decodes all of them first.
///
/// `@unchecked Sendable`: subclasses have constants only.
package class EncodedAttributes: @unchecked Sendable {
    /// One attribute; `nil` if it is not there.
    package func value(_ key: AttributeKey) -> AttributeValue? { all[key] }

    /// Calls a body with the attributes of some keys that are there, in the order of the keys given.
    package func forEach(of keys: [AttributeKey], _ body: (AttributeKey, AttributeValue) -> Void) {
        all.forEach(of: keys, body)
    }

    /// All attributes, decoded.
    package var all: ItemAttributes { [:] }

    /// The same with the protection said once (``ItemAttributes/sayProtectionOnce()``); `nil` if that
    /// takes decoding all.
    package var withProtectionSaidOnce: EncodedAttributes? { nil }
}
