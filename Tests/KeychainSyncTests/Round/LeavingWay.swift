import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

/// One way in which items come about and change, step by step; between the steps, all devices
/// synchronize.
///
/// Texts that may leave the device contain `LEAVES`; all others contain `STAYS`.
struct LeavingWay: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (Keychain) throws -> Void

    static let leaves = "LEAVES"
    static let stays = "STAYS"

    let name: String
    /// Whether something of it is expected on the other device.
    var leaves = true
    let steps: [Step]

    var testDescription: String { name }

    init(_ name: String, leaves: Bool = true, _ steps: Step...) {
        (self.name, self.leaves, self.steps) = (name, leaves, steps)
    }

    // MARK: Steps

    /// The texts of an item, each of them with a mark.
    private static func texts(_ mark: String) -> ItemAttributes {
        [
            .label: .string("\(mark)-label"), .comment: .string("\(mark)-comment"),
            .description: .string("\(mark)-description"),
            .generic: .data(Data("\(mark)-generic".utf8)),
        ]
    }

    private static func joined(_ first: ItemAttributes, _ second: ItemAttributes) -> ItemAttributes
    {
        var all = first
        for (key, value) in second { all[key] = value }
        return all
    }

    private static func request(
        _ verb: ItemRequest.Verb,
        _ mark: String,
        _ more: ItemAttributes = [:],
        synchronizable: Bool = true
    ) -> ItemRequest {
        var attributes = more
        attributes[.account] = .string("\(mark)-account")
        attributes[.service] = .string("\(mark)-service")
        if synchronizable { attributes[.synchronizable] = .number(1) }
        return ItemRequest(verb, itemClass: .genericPassword, attributes: attributes)
    }

    private static func addition(
        _ mark: String,
        _ more: ItemAttributes = [:],
        synchronizable: Bool = true
    ) -> ItemRequest {
        let all = joined(texts(mark), more)
        var request = request(.add, mark, all, synchronizable: synchronizable)
        request.secret = SecretBytes(utf8: "\(mark)-secret")
        return request
    }

    private static func add(
        _ mark: String,
        _ more: ItemAttributes = [:],
        synchronizable: Bool = true
    ) -> Step {
        { _ = try $0.perform(addition(mark, more, synchronizable: synchronizable)) }
    }

    /// Gives an item other texts, and a secret.
    private static func update(
        _ name: String,
        to mark: String,
        _ more: ItemAttributes = [:],
        synchronizable: Bool = true
    ) -> Step {
        { keychain in
            let changes = ItemChanges(
                attributes: joined(texts(mark), more),
                secret: SecretBytes(utf8: "\(mark)-secret")
            )
            let update = request(.update(changes), name, synchronizable: synchronizable)
            _ = try keychain.perform(update)
        }
    }

    private static func delete(_ name: String) -> Step {
        { _ = try $0.perform(request(.delete, name)) }
    }

    private static func accessible(_ accessibility: Accessibility) -> ItemAttributes {
        [.accessible: .string(accessibility.rawValue)]
    }

    // MARK: The ways

    static let all: [LeavingWay] =
        [
            LeavingWay("added and changed", add(leaves), update(leaves, to: leaves + "2")),
            LeavingWay("deleted and added again", add(leaves), delete(leaves), add(leaves)),
            LeavingWay("local", leaves: false, add(stays, synchronizable: false)),
            LeavingWay(
                "local under the name of one that leaves",
                add(leaves),
                { keychain in
                    var local = addition(leaves, texts(stays), synchronizable: false)
                    local.secret = SecretBytes(utf8: "\(stays)-secret")
                    _ = try keychain.perform(local)
                }
            ),
            LeavingWay("readable at any time", add(leaves, accessible(.always))),
        ] + bound + changed + special

    /// Synchronizable, but bound to this device.
    private static let bound = [
        Accessibility.whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
        .alwaysThisDeviceOnly, .whenPasscodeSetThisDeviceOnly,
    ].map { accessibility in
        LeavingWay("\(accessibility)", leaves: false, add(stays, accessible(accessibility)))
    }

    private static let changed = [
        LeavingWay(
            "bound to this device later",
            add(leaves),
            update(leaves, to: stays, accessible(.afterFirstUnlockThisDeviceOnly)),
            update(leaves, to: stays + "2")
        ),
        LeavingWay(
            "bound to this device, and set free with other texts",
            add(leaves),
            update(leaves, to: stays, accessible(.whenUnlockedThisDeviceOnly)),
            update(leaves, to: leaves + "2", accessible(.whenUnlocked))
        ),
        LeavingWay(
            "no longer synchronizable",
            add(leaves),
            update(leaves, to: stays, [.synchronizable: .number(0)]),
            update(leaves, to: stays + "2", synchronizable: false)
        ),
        LeavingWay(
            "synchronizable later, with other texts and another name",
            add(stays, synchronizable: false),
            update(
                stays,
                to: leaves,
                [
                    .synchronizable: .number(1), .account: .string("\(leaves)-account"),
                    .service: .string("\(leaves)-service"),
                ],
                synchronizable: false
            )
        ),
        LeavingWay("deleted, then local", add(leaves), delete(leaves)) { keychain in
            _ = try keychain.perform(addition(stays, synchronizable: false))
        },
        LeavingWay("together") { keychain in
            _ = try keychain.performTogether([
                addition(leaves), addition(stays, synchronizable: false),
                addition(stays + "2", accessible(.alwaysThisDeviceOnly)),
            ])
        },
        LeavingWay("from a backup") { keychain in
            let other = try Keychain.inMemory(
                Keychain.Configuration(applicationIdentifier: "sim")
            )
            _ = try other.perform(addition(leaves))
            _ = try other.perform(addition(stays, synchronizable: false))
            _ = try keychain.restore(other.backupContent().items)
        },
    ]

    private static let special = [
        LeavingWay(
            "requires its user",
            leaves: false,
            { keychain in
                // Its texts cannot be read here; so one that can be read is beside it.
                let guarded: ItemAttributes = [.accessControl: .accessControl(.userPresence())]
                try add(stays, guarded, synchronizable: false)(keychain)
                try add(stays + "2", synchronizable: false)(keychain)
            }
        ),
        LeavingWay("bound to the system", leaves: false, add(stays, [.systemBound: .number(1)])),
        LeavingWay("a key", leaves: false) { keychain in
            try keychain.keys.generate(for: KeyItem(tag: "\(stays)-tag", label: stays))
        },
        LeavingWay("of another class") { keychain in
            for (mark, number) in [(leaves, 1), (stays, 0)] as [(String, Int64)] {
                var attributes = texts(mark)
                attributes[.generic] = nil
                attributes[.server] = .string("\(mark)-server")
                attributes[.path] = .string("\(mark)-path")
                attributes[.synchronizable] = .number(number)
                _ = try keychain.perform(
                    ItemRequest(
                        .add,
                        itemClass: .internetPassword,
                        attributes: attributes,
                        secret: SecretBytes(utf8: "\(mark)-secret")
                    )
                )
            }
        },
    ]
}
