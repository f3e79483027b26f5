package import PortableKeychain

/// One item that is changed and deleted again and again, with its history.
package struct ProofHistory: Equatable, Sendable {
    package static let item = GenericPassword(service: "history", account: "me")
    /// The most versions that are kept.
    package static let versions = 5

    /// The secret that the item has; `nil` without one.
    package private(set) var present: String?
    /// The secrets that it had, the oldest first.
    package private(set) var kept: [String] = []

    /// The content after a number of changes.
    package init(after changes: Int) {
        for number in 1...max(changes, 1) where number <= changes { change(number) }
    }

    private mutating func change(_ number: Int) {
        if let present { kept = Array((kept + [present]).suffix(Self.versions)) }
        present = Self.isDeletion(number) ? nil : "\(number)"
    }

    private static func isDeletion(_ number: Int) -> Bool { number.isMultiple(of: 4) }

    /// Reads the content of a keychain.
    package init(in keychain: Keychain) throws {
        present = try keychain.secret(for: Self.item)?.string()
        kept = try keychain.history.versions(of: Self.item).map { version in
            try keychain.history.secret(of: version)?.string() ?? ""
        }
    }

    /// Makes a change in a keychain.
    package static func make(_ number: Int, in keychain: Keychain) throws {
        if isDeletion(number) {
            try keychain.delete(item)
        } else {
            try keychain.set("\(number)", for: item)
        }
    }
}
