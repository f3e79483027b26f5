@_spi(Keepers) import PortableKeychain

@testable import KeychainctlKit

/// Items for tables.
enum Samples {
    static func item(
        _ service: String,
        account: String = "",
        label: String = "",
        _ number: UInt8
    ) -> ListedItem {
        ListedItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string(service), .account: .string(account), .label: .string(label),
            ],
            reference: [number]
        )
    }

    static let api = item("api", account: "ci", label: "API token", 1)
    static let backup = item("backup", 2)
    static let mail = item("mail", account: "Ana", 3)
    static let all = [api, backup, mail]
}
