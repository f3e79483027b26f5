import KeychainctlKit

@testable import keychainctl

extension BrowseState {
    /// Types as a person does who waits for each search among some items; returns the effects.
    mutating func type(_ keys: String, among items: [ListedItem] = Samples.all) -> [BrowseEffect] {
        var reader = BrowseKeyReader()
        return (reader.read(keys.utf8) + reader.rest()).flatMap { key in
            let effects = receive(.key(key))
            if isSearching { find(in: items) }
            return effects
        }
    }

    /// Finds the items of the search text.
    mutating func find(in items: [ListedItem]) {
        guard let found = SearchIndex(items).find(SearchWords(filter)) else { return }
        _ = receive(.found(found, for: filter))
    }
}
