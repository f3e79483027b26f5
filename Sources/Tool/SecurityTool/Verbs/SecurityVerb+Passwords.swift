internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

extension SecurityVerb {
    /// The verbs about passwords.
    static let passwords: [SecurityVerb] = [
        add(.genericPassword), add(.internetPassword), addCertificates,
        find(.genericPassword), delete(.genericPassword),
        partitionList("generic-password", PasswordAttribute.of(.genericPassword).map(\.option)),
        find(.internetPassword), delete(.internetPassword),
        partitionList("internet-password", PasswordAttribute.of(.internetPassword).map(\.option)),
    ]

    private static func title(_ itemClass: ItemClass) -> String {
        itemClass == .internetPassword ? "internet-password" : "generic-password"
    }

    private static func find(_ itemClass: ItemClass) -> SecurityVerb {
        SecurityVerb(
            name: "find-\(title(itemClass))",
            summary: "Show the first matching password.",
            options: PasswordAttribute.of(itemClass).map(\.option) + [
                .flag("g", "Also show the password, on standard error."),
                .flag("w", "Print only the password."),
            ],
            operands: "[keychain...]",
            function: "SecKeychainSearchCopyNext"
        ) { call in
            let selection = ItemSelection(
                itemClass: itemClass,
                attributes: try PasswordAttribute.given(call, itemClass)
            )
            let found = try Items.first(
                selection,
                call.has("w") || call.has("g") ? [.attributes, .data] : .attributes,
                in: SecurityKeychains.toSearch(call.operands, call)
            )
            let secret = found.item.secret
            guard !call.has("w") else {
                let line = secret?.withUnsafeBytes { BufferForm.line($0) } ?? ""
                return Terminal.line(Shown(lines: line))
            }
            Terminal.show(Shown(lines: found.block))
            guard call.has("g") else { return }
            let shown = secret?.withUnsafeBytes { BufferForm.text($0) } ?? ""
            Terminal.hint("password: \(Shown(lines: shown))\n")
        }
    }

    private static func delete(_ itemClass: ItemClass) -> SecurityVerb {
        SecurityVerb(
            name: "delete-\(title(itemClass))",
            summary: "Delete the first matching password.",
            options: PasswordAttribute.of(itemClass).map(\.option),
            operands: "[keychain...]",
            function: "SecKeychainSearchCopyNext"
        ) { call in
            let attributes = try PasswordAttribute.given(call, itemClass)
            guard !attributes.isEmpty else {
                throw SecurityFailure.usage("no password is selected")
            }
            let found = try Items.first(
                ItemSelection(itemClass: itemClass, attributes: attributes),
                [.attributes, .persistentReference],
                in: SecurityKeychains.toSearch(call.operands, call)
            )
            try found.delete()
            Terminal.show(Shown(lines: found.block))
            call.say("password has been deleted.")
        }
    }

    private static func add(_ itemClass: ItemClass) -> SecurityVerb {
        // The letter for the password differs, because only internet passwords have a path.
        let secrets: [SecurityOption] =
            (itemClass == .genericPassword ? ["p", "w"] : ["w"]).map {
                .secret(
                    $0,
                    "password",
                    "The password; prompted for if -w is the last word.",
                    promptable: true
                )
            }
        return SecurityVerb(
            name: "add-\(title(itemClass))",
            summary: "Add a password.",
            options: PasswordAttribute.of(itemClass).map(\.option) + secrets + [
                .secret("X", "digits", "The password in hexadecimal digits."),
                .flag("U", "Update the item if it exists already."),
                .flag("A", "Let all programs read it.", .ignored(programs)),
                .value("T", "program", "Let this program read it.", .ignored(programs)),
            ],
            operands: "[keychain]",
            function: "SecKeychainItemCreateFromContent"
        ) { call in try NewPassword(itemClass, call).store() }
    }

    /// The reason why lists of trusted programs have no effect here.
    static let programs = "all programs of a user can read that user's keychains"
}
