internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// The options that the commands for keys, certificates and identities share.
struct ObjectOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The name shown in lists.") var label: String?
    @Option(help: "The access group. Default: 'keychainctl' for new items, any in searches.")
    var group: String?
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the item is marked as synchronized. Searches find both by default."
    )
    var synchronizable: Bool?

    /// The attributes of the given options.
    var attributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes[.label] = label.map { .string($0) }
        attributes[.accessGroup] = group.map { .string($0) }
        attributes[.synchronizable] = synchronizable.map { .number($0 ? 1 : 0) }
        return attributes
    }
}

/// The option that selects one of several keys, certificates or identities of a name.
struct HashOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The hash that lists show, or its first 8 digits or more.",
            valueName: "digits"
        )
    )
    var hash: String?
}

/// The option for the accessibility of a new key or certificate.
struct AccessibleOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When the item can be read: \(AccessibilityName.all.joined(separator: ", ")).",
            valueName: "when"
        ),
        completion: .list(AccessibilityName.all)
    )
    var accessible: String?

    /// Adds the accessibility to the attributes of a new item.
    func put(into attributes: inout ItemAttributes) throws(Failure) {
        guard let accessible else { return }
        attributes[.accessible] = try AttributeName.of(.accessible)?.value(accessible)
    }
}

/// The options that select keys.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The application tag of the key: text, or 0x and hexadecimal digits."
    )
    var tag: String?

    /// The attributes of the given options.
    func put(into attributes: inout ItemAttributes) throws(Failure) {
        guard let tag else { return }
        guard let bytes = ByteText.parse(tag) else {
            throw Failure(
                .usage,
                "the value of --tag must be \(AttributeForm.bytes.expectation)",
                advice: "see --help"
            )
        }
        attributes[.applicationTag] = .data(Data(bytes))
    }
}
