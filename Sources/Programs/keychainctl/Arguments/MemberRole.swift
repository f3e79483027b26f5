internal import ArgumentParser
internal import KeychainSync

/// The rights of a new machine: `admin`, `writer`, `reader` or `publisher`.
///
/// A recovery key is made with the vault, not given to a machine.
struct MemberRole: ExpressibleByArgument {
    private static let names: [(name: String, role: SyncRole)] = [
        ("admin", .admin), ("writer", .writer), ("reader", .reader),
        ("publisher", .publisher),
    ]

    static let admin = MemberRole(name: "admin", role: .admin)

    private let name: String
    let role: SyncRole

    private init(name: String, role: SyncRole) { (self.name, self.role) = (name, role) }

    init?(argument: String) {
        guard let found = Self.names.first(where: { $0.name == argument }) else { return nil }
        self.init(name: found.name, role: found.role)
    }

    var defaultValueDescription: String { name }
}
