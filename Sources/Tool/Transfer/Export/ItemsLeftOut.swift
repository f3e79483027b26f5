@_spi(Keepers) package import PortableKeychain

/// The items that an export does not have, besides those that may not leave.
package struct ItemsLeftOut {
    /// The items that the format cannot hold: keys, certificates, and secrets that are not text.
    package internal(set) var unfit: [BackupItem] = []
    /// The passkeys that stay on one device, as their sites know: they refuse a copy.
    package internal(set) var bound: [BackupItem] = []
    /// The number of invisible items, which only the program that stored them can use.
    package internal(set) var hidden = 0
}
