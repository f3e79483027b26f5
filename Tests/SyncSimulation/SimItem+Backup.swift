package import Foundation
internal import KeychainSync
@_spi(Keepers) package import PortableKeychain

extension SimItem {
    /// The item as the keychain would hand it out for synchronization.
    package func backup(created: Date, modified: Date) -> BackupItem {
        var attributes: ItemAttributes = [
            .account: .string(account), .accessGroup: .string("sim"),
            .accessible: .string(accessible), .synchronizable: .number(1),
            .creationDate: .date(created), .modificationDate: .date(modified),
        ]
        if let label { attributes[.label] = .string(label) }
        if let comment { attributes[.comment] = .string(comment) }
        return BackupItem(
            itemClass: .genericPassword,
            identifier: [UInt8](repeating: 0, count: 16),
            attributes: attributes,
            secret: SecretBytes(utf8: secret)
        )
    }

    package init?(_ item: BackupItem) {
        let text = { (key: AttributeKey) -> String? in
            if case .string(let text) = item.attributes[key] { text } else { nil }
        }
        guard let account = text(.account), let accessible = text(.accessible) else { return nil }
        self.init(
            account: account,
            secret: item.secret?.string() ?? "",
            label: text(.label),
            comment: text(.comment),
            accessible: accessible
        )
    }

    /// The primary key of an account.
    package static func key(_ account: String) -> SyncKey {
        let item = SimItem(account: account, secret: "", accessible: "ck")
        let date = Date(timeIntervalSinceReferenceDate: 0)
        guard let key = try? SyncKey(item.backup(created: date, modified: date)) else {
            fatalError("A password has a primary key.")
        }
        return key
    }
}
