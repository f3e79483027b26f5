import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText

@testable import CredentialHelpers

/// A keychain in memory, on which helpers work.
struct HelperBench {
    let keychain: Keychain

    init() throws {
        let configuration = Keychain.Configuration(
            applicationIdentifier: AccessGroups.tool,
            accessGroups: ["*"]
        )
        keychain = try Keychain.inMemory(configuration)
    }

    /// The default keychain of helpers.
    var helper: HelperKeychain {
        HelperKeychain(isStandard: true, open: { keychain }, openToStore: { keychain })
    }

    /// Stores an item that is not a helper's.
    func add(
        _ itemClass: ItemClass,
        _ attributes: ItemAttributes,
        _ secret: String
    ) throws {
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: itemClass,
                attributes: attributes,
                secret: SecretBytes(utf8: secret)
            )
        )
    }

    /// The attributes of all items of a class.
    func items(_ itemClass: ItemClass) throws -> [ItemAttributes] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all,
            returning: .attributes
        )
        return try keychain.answer(to: search)?.items.compactMap(\.attributes) ?? []
    }
}

extension AttributeValue {
    /// The text of an attribute; empty for anything else.
    var words: String { if case .string(let text) = self { text } else { "" } }
}
