extension KeychainItem {
    /// The condition under which the item can be read, `kSecAttrAccessible`.
    ///
    /// In an item to store, `nil` means the default of its kind. Setting it removes an
    /// ``accessControl``.
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

    /// The proofs that reading the item requires, `kSecAttrAccessControl`.
    ///
    /// `nil` if there is no rule beyond ``accessibility``. Setting it replaces the accessibility,
    /// because an access control includes one.
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
    /// The attributes with the protection stated only once: as accessibility or as access control.
    ///
    /// A stored item has both attributes, but a request with both is refused if the access control
    /// has rules (`Specification/item-semantics.md`, 3.2). Without this, an item that was read
    /// could not be stored again.
    mutating func sayProtectionOnce() {
        if let said = encoded?.withProtectionSaidOnce {
            self = ItemAttributes(said)
            return
        }
        guard case .accessControl(let control) = self[.accessControl] else { return }
        if control.constraints == nil {
            self[.accessControl] = nil
            self[.accessible] = .string(control.accessibility.rawValue)
        } else {
            self[.accessible] = nil
        }
    }

    /// The attributes without those that the keychain sets, so that an item that was read can be
    /// stored again.
    package var given: ItemAttributes {
        var said = self
        said.sayProtectionOnce()
        return said.removing([
            .creationDate, .modificationDate, .sha1, .tombstone, .multiUser, .uuid,
            .tokenObject,
        ])
    }
}
