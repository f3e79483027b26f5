internal import ArgumentParser
internal import KeychainSync

// A recovery key is made with the vault, not given to a machine.
extension SyncRole: ExpressibleByArgument {
    private static let names: [(name: String, role: SyncRole)] = [
        ("admin", .admin), ("writer", .writer), ("reader", .reader),
    ]

    init?(argument: String) {
        guard let found = Self.names.first(where: { $0.name == argument }) else { return nil }
        self = found.role
    }

    var defaultValueDescription: String {
        Self.names.first { $0.role == self }?.name ?? ""
    }

    static var allValueStrings: [String] { names.map(\.name) }
}
