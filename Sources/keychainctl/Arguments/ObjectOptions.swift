internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What keys, certificates and identities are found and stored by alike.
struct ObjectOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "What a person reads in a list.") var label: String?
    @Option(help: "The access group: 'keychainctl' for new items, any when searching.")
    var group: String?
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the item belongs to the synchronized set; searches take both."
    )
    var synchronizable: Bool?

    /// The attributes that were given.
    var attributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes[.label] = label.map { .string($0) }
        attributes[.accessGroup] = group.map { .string($0) }
        attributes[.synchronizable] = synchronizable.map { .number($0 ? 1 : 0) }
        return attributes
    }
}

/// When a new key or certificate can be read.
struct AccessibleOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it can be read: \(AccessibilityName.all.joined(separator: ", ")).",
            valueName: "when"
        ),
        completion: .list(AccessibilityName.all)
    )
    var accessible: String?

    /// The accessibility among the attributes of a new item.
    func put(into attributes: inout ItemAttributes) throws(Failure) {
        guard let accessible else { return }
        attributes[.accessible] = try AttributeName.of(.accessible)?.value(accessible)
    }
}

/// Which keys are meant.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The name that programs give a key: text, or 0x and hexadecimal digits."
    )
    var tag: String?

    /// The attributes that were given.
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
