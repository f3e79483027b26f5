internal import KeychainPasskeys
@_spi(Keepers) internal import PortableKeychain

// The texts of an item in lists.
extension ListedItem {
    /// The cells of the item in a table: ``row``, a mark if it is synchronized, and its folder.
    package var cells: [String] {
        let (row, mark) = markedRow
        return row + [mark ?? "", filing.folder]
    }

    /// The fields of the item in a line of a list: ``row``, and "synchronized" after it if it is.
    package var fields: [String] {
        let (row, mark) = markedRow
        return mark.map { row + [$0] } ?? row
    }

    /// The class and the place of the item, in five texts.
    package var row: [String] { markedRow.row }

    /// The row, and the mark of a synchronized item.
    private var markedRow: (row: [String], mark: String?) {
        let mark = "synchronized"
        guard isPassword else { return (objectRow, isSynchronized ? mark : nil) }
        let password = Password(self)
        return (password.row(className), password.isSynchronized ? mark : nil)
    }

    private var objectRow: [String] {
        if let passkey {
            let group = text(.accessGroup)
            return [className, passkey.relyingParty, passkey.name, text(.label), group]
        }
        let values = Dictionary(values, uniquingKeysWith: { first, _ in first })
        let place = values["tag"] ?? values["serial"] ?? ""
        return [className, place, "", values["label"] ?? "", values["group"] ?? ""]
    }

    /// The attributes of a password that are in its row, which are read in one pass.
    private struct Password {
        private let isInternet: Bool
        private var (account, label, group, service) = ("", "", "", "")
        private var (scheme, server, path, port) = ("", "", "", Int64(0))
        private(set) var isSynchronized = false

        private enum Part: Int, CaseIterable {
            case account, label, group, synchronized, service, scheme, server, path, port

            var key: AttributeKey {
                switch self {
                case .account: .account
                case .label: .label
                case .group: .accessGroup
                case .synchronized: .synchronizable
                case .service: .service
                case .scheme: .networkProtocol
                case .server: .server
                case .path: .path
                case .port: .port
                }
            }
        }

        /// The keys of the parts in their order, where one is found with less work than by its name.
        private static let keys = Part.allCases.map(\.key)
        private static let genericKeys = [Part.account, .label, .group, .synchronized, .service]
            .map(\.key).sorted()
        private static let internetKeys = keys.filter { $0 != .service }.sorted()

        init(_ item: ListedItem) {
            isInternet = item.itemClass == .internetPassword
            item.attributes.forEach(of: isInternet ? Self.internetKeys : Self.genericKeys) {
                take($0, $1)
            }
        }

        private mutating func take(_ key: AttributeKey, _ value: AttributeValue) {
            switch Self.keys.firstIndex(of: key).flatMap(Part.init(rawValue:)) {
            case .account: account = AttributeName.text(of: key, value)
            case .label: label = AttributeName.text(of: key, value)
            case .group: group = AttributeName.text(of: key, value)
            case .service: service = AttributeName.text(of: key, value)
            case .scheme: scheme = AttributeName.text(of: key, value)
            case .server: server = AttributeName.text(of: key, value)
            case .path: path = AttributeName.text(of: key, value)
            case .port: if case .number(let number) = value { port = number }
            case .synchronized:
                if case .number(let number) = value { isSynchronized = number != 0 }
            case nil: break
            }
        }

        func row(_ className: String) -> [String] { [className, place, account, label, group] }

        /// The service of a generic password, or the address of an internet password.
        private var place: String {
            guard isInternet else { return service }
            return ServerPlace(scheme: scheme, server: server, port: port, path: path).text
        }
    }
}
