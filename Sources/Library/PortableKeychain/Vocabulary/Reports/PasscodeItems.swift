/// The items whose key exists only while a passcode is set
/// (``Accessibility/whenPasscodeSetThisDeviceOnly``), and is destroyed with it.
package struct PasscodeItems: Sendable {
    /// The items that can be named now, without their secrets.
    package var named: [BackupItem] = []
    /// The number of further ones, which are locked or damaged, or in groups of others.
    package var unnamed = 0
    /// The number of all.
    package var count: Int { named.count + unnamed }
}
