import ForeignFormats
import KeychainctlKit
@_spi(Keepers) import PortableKeychain

@testable import Transfer

extension ImportPlan {
    /// Plans the import of what is in memory.
    init(
        _ content: ImportContent,
        into items: Items,
        showing show: ([Step]) -> Void = { _ in }
    ) throws {
        try self.init(ImportParts(content), into: items, showing: show)
    }
}

extension ImportSource {
    /// All that is read, in one.
    func content() throws -> ImportContent {
        var all = ImportContent()
        try open().forEach { part in
            all.items += part.items
            all.objects += part.objects
            all.passkeys += part.passkeys
        }
        return all
    }
}
