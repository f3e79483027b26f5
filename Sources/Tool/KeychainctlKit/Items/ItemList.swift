@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The output of a list of items of any class.
package enum ItemList {
    /// The order of a list.
    package enum Order: String, CaseIterable, Sendable {
        case place = "where"
        case account
        case label
        case `class`
        case group
        case folder
        case created
        case modified

        /// The items in this order: texts from A to Z, dates from the newest on.
        ///
        /// Items that are alike stay in the order in which they were stored.
        package func sorted(_ items: [ListedItem]) -> [ListedItem] {
            switch self {
            case .created: return Self.newestFirst(items, .creationDate)
            case .modified: return Self.newestFirst(items, .modificationDate)
            default: break
            }
            let column = ListedItem.header.firstIndex(of: rawValue.uppercased()) ?? 1
            let keyed = items.map { item in
                let text = item.cells[column].lowercased()
                return (key: self == .place ? Self.site(text) : text, item: item)
            }
            return keyed.enumerated().sorted {
                ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
            }.map(\.element.item)
        }

        /// The place without its protocol, so that the passwords, codes and passkeys of a site stand
        /// together.
        private static func site(_ place: String) -> String {
            place.firstRange(of: "://").map { String(place[$0.upperBound...]) } ?? place
        }

        private static func newestFirst(
            _ items: [ListedItem],
            _ key: AttributeKey
        ) -> [ListedItem] {
            items.enumerated().sorted {
                let dates = ($0.element.date(key), $1.element.date(key))
                return dates.0 == dates.1 ? $0.offset < $1.offset : dates.0 > dates.1
            }.map(\.element)
        }
    }

    /// Prints that a keychain has no items, where a person sees it.
    package static func showNone() { sayNone(hidden: 0, isNamed: false, others: false) }

    /// Says how many items are not listed because they require user authentication, if there are any.
    static func say(guarded count: Int) {
        guard count > 0 else { return }
        let items = counted(count, "item that requires", "items that require")
        let rest = count == 1 ? "is not listed" : "are not listed"
        Terminal.say("\(items) user authentication \(rest); \(showing(count))")
    }

    /// The failure of a search that finds nothing.
    ///
    /// - Parameter count: The number of items that require user authentication, and were not searched.
    /// - Returns: The failure.
    package static func nothingFound(guarded count: Int) -> Failure {
        let failure = Failure(KeychainError(.itemNotFound))
        guard count > 0 else { return failure }
        let items = counted(count, "item that requires", "items that require")
        let rest = count == 1 ? "was not searched" : "were not searched"
        return Failure(
            failure.status,
            "\(failure.problem), but \(items) user authentication \(rest)",
            advice: showing(count),
            of: nil
        )
    }

    /// The advice to look at items that require user authentication.
    private static func showing(_ count: Int) -> String {
        let advice = "'keychainctl show NAME' asks for \(count == 1 ? "it" : "one")"
        return AdvisedCommand.naming(KeychainChoice.onCommandLine, in: advice)
    }

    /// Says on a terminal why a list is empty.
    ///
    /// - Parameters:
    ///   - hidden: The number of invisible items that the list leaves out.
    ///   - isNamed: Whether the list has only items of a name.
    ///   - others: Whether the keychain has items that the list does not show.
    static func sayNone(hidden: Int, isNamed: Bool, others: Bool) {
        guard Terminal.isInteractive else { return }
        Terminal.say(
            hidden > 0
                ? "No visible items; --all shows \(hidden) of programs."
                : isNamed
                    ? "No item has this name; 'keychainctl search' looks for parts of it."
                    : others
                        ? "None. Keys, certificates and items that require user authentication are "
                            + "not in this list."
                        : "No items. 'keychainctl set' stores one; see 'keychainctl set --help'."
        )
    }
}
