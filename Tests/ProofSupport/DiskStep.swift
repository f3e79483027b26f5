/// One use of a keychain in the power-cut proof.
package struct DiskStep: Hashable, Sendable {
    package enum Verb: String, Sendable {
        /// Opens a keychain, or creates it where there is none.
        case create
        /// Removes a keychain.
        case remove
        /// Deletes the file of a keychain by hand, without its companions.
        case discard
        /// Opens a keychain a second time and keeps it open, as another process might.
        case hold
        /// Replaces an item through the keychain that is held.
        case replace
        /// Adds an item through the keychain that is held, and closes it.
        case release
        /// Adds, replaces and deletes an item of the keychain "default".
        case add, update, delete
        /// Sets, changes or removes the passcode.
        case passcode
        /// Writes a backup beside the keychain, and puts it back.
        case backUp, restore
        /// Makes a keychain the default one.
        case choose
        /// Writes the preferences.
        case prefer
        /// Closes the keychain and opens it again.
        case reopen
    }

    /// The keychains that steps name by their places here.
    package static let names = ["default", "other"]

    package let verb: Verb
    package let numbers: [Int]

    package init(_ verb: Verb, _ numbers: Int...) {
        self.verb = verb
        self.numbers = numbers
    }

    /// Reads a step from a word of a command line.
    package init?(word: some StringProtocol) {
        let parts = word.split(separator: ":")
        guard let verb = parts.first.flatMap({ Verb(rawValue: String($0)) }) else { return nil }
        self.verb = verb
        numbers = parts.dropFirst().compactMap { Int($0) }
    }

    /// The step as a word of a command line.
    package var word: String {
        ([verb.rawValue] + numbers.map { String($0) }).joined(separator: ":")
    }

    /// The name of the keychain that a step is about.
    package var keychain: String { Self.names[numbers.first ?? 0] }
}
