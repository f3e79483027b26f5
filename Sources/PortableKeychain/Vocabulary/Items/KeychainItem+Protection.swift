extension KeychainItem {
    /// When the item can be read, `kSecAttrAccessible`.
    ///
    /// `nil` in an item that is not stored yet means ``Accessibility/whenUnlocked``. Setting it
    /// takes away an ``accessControl``.
    public var accessibility: Accessibility? {
        get {
            if case .accessControl(let control) = attributes[.accessControl] {
                return control.accessibility
            }
            return attributes[text: .accessible].flatMap(Accessibility.init(rawValue:))
        }
        set {
            attributes[.accessControl] = nil
            attributes[text: .accessible] = newValue?.rawValue
        }
    }

    /// Who must be present to read the item, `kSecAttrAccessControl`.
    ///
    /// `nil` when there is no rule beyond ``accessibility``. Setting it replaces the accessibility,
    /// which is a part of it.
    public var accessControl: AccessControl? {
        get {
            guard case .accessControl(let control) = attributes[.accessControl],
                control.constraints != nil
            else { return nil }
            return control
        }
        set {
            let accessibility = accessibility
            attributes[.accessControl] = newValue.map { .accessControl($0) }
            attributes[text: .accessible] = newValue == nil ? accessibility?.rawValue : nil
        }
    }
}

extension ItemAttributes {
    /// The attributes with the protection said once.
    ///
    /// A stored item shows its accessibility and its access control, and the two together are
    /// refused when the access control has rules (`Specification/item-semantics.md`, 3.2): an item
    /// that was read could not be stored again.
    var withProtectionSaidOnce: ItemAttributes {
        guard case .accessControl(let control) = self[.accessControl] else { return self }
        var attributes = self
        attributes[control.constraints == nil ? .accessControl : .accessible] = nil
        return attributes
    }

    /// The attributes without those that a keychain decides, so that an item that was read can be
    /// stored again.
    package var given: ItemAttributes {
        withProtectionSaidOnce.removing([
            .creationDate, .modificationDate, .sha1, .tombstone, .multiUser, .uuid,
        ])
    }
}
