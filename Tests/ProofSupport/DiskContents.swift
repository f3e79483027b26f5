/// The content of a folder with keychains, as far as the power-cut proof looks.
package struct DiskContents: Equatable, Sendable {
    /// Versions by numbers of items, by the names of keychains.
    package var keychains: [String: [Int: Int]] = [:]
    /// The number of the passcode of the keychain "default"; `nil` without a passcode.
    package var passcode: Int?
    /// The items in the backup; `nil` without a backup.
    package var backup: [Int: Int]?
    /// The name of the default keychain.
    package var standard = DiskStep.names[0]
    /// Whether the preferences were written.
    package var isPreferred = false

    package init() {}

    /// The contents after a step.
    package func after(_ step: DiskStep) -> Self {
        var contents = self
        let keychain = DiskStep.names[0]
        switch step.verb {
        case .create: contents.keychains[step.keychain] = [:]
        case .remove, .discard: contents.keychains[step.keychain] = nil
        case .add, .update, .replace, .release:
            contents.keychains[keychain]?[step.numbers[0]] = step.numbers[1]
        case .delete: contents.keychains[keychain]?[step.numbers[0]] = nil
        case .passcode: contents.passcode = step.numbers.first
        case .backUp: contents.backup = keychains[keychain]
        case .restore: contents.keychains[keychain]?.merge(backup ?? [:]) { $1 }
        case .choose: contents.standard = step.keychain
        case .prefer: contents.isPreferred = true
        case .hold, .reopen: break
        }
        return contents
    }
}
