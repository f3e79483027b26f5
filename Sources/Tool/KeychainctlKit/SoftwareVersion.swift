/// The version of this software: of the libraries, of this tool, and of its manual.
///
/// No other place in the code has it. A test compares it with the newest heading of CHANGELOG.md.
package enum SoftwareVersion {
    /// The number, in the form of semantic versioning (semver.org).
    package static let number = "0.10.0"

    /// The date of the release, as `2026-12-31`, or the word for none: the date of the manual,
    /// which is the same whenever and wherever it is made.
    package static let date = "unreleased"

    /// The number with the name of the tool, as other programs print theirs.
    package static let text = "keychainctl \(number)"
}
