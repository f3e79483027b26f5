/// The names of texts in entries of KeePass that have a meaning, for the reader and the writer.
package enum KeePassName {
    package static let title = "Title"
    package static let account = "UserName"
    package static let password = "Password"
    package static let address = "URL"
    package static let notes = "Notes"
    /// The address of one-time codes, as KeePassXC names it.
    package static let oneTimeCode = "otp"
    /// The beginning of the names of further addresses, which KeePassXC numbers from the second on.
    package static let otherAddress = "KP2A_URL"

    /// The names of seeds of one-time codes.
    static let oneTimeCodes: Set = [
        oneTimeCode, "TOTP Seed", "TimeOtp-Secret-Base32", "TimeOtp-Secret",
    ]
    /// A part of the names of seeds of other ways to make one-time passwords, which are not always marked.
    static let otherSeed = "Otp-Secret"

    /// Whether the reader takes a text for something else than a field of its name.
    package static func hasMeaning(_ name: String) -> Bool {
        [title, account, password, address, notes].contains(name) || oneTimeCodes.contains(name)
            || name.hasPrefix(otherAddress) || name.contains(otherSeed)
            || KeePassPasskey.isPart(name) || OwnTexts.isOne(name)
    }
}
