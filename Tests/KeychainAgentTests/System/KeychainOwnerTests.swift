import Dispatch
import KeychainLibC
import PortableKeychain
import Synchronization
import Testing
@testable import KeychainAgent

@Suite struct KeychainOwnerTests {
    /// Users have their own keychain, and root that of any user.
    @Test(
        arguments: [
            (nil, UInt32(1000), KeychainOwner.user(1000)), ("user:0", 1000, nil),
            ("unit:web.service", 1000, nil), ("user:0", 0, .user(0)), ("nobody", 0, nil),
            ("unit:web.service", 0, UnitName("web.service".utf8).map { .unit($0) }),
        ] as [(String?, UInt32, KeychainOwner?)]
    )
    func onlyRootNamesOthers(_ name: String?, _ user: UInt32, _ owner: KeychainOwner?) {
        #expect((try? SystemAgent.owner(name, for: user)) == owner)
    }

    @Test(
        arguments: [
            ("unit:web", 0, "Use system:unit:NAME.service"),
            ("unit:web", 1000, "Use system:unit:NAME.service"),
            ("user:0", 1000, "Run this as root"),
        ] as [(String, UInt32, String)]
    )
    func saysWhatToType(_ name: String, _ user: UInt32, _ advice: String) {
        let error = #expect(throws: KeychainError.self) { try SystemAgent.owner(name, for: user) }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.reason.contains(advice) == true)
    }

    @Test func readsWhatRootNames() throws {
        #expect(KeychainOwner("user:0") == .user(0))
        #expect(KeychainOwner("user:root") == .user(0))
        let unit = try #require(UnitName("web@1.service".utf8))
        #expect(KeychainOwner("unit:web@1.service") == .unit(unit))
    }

    /// A user that names itself again and again must not change the user that root names meanwhile.
    @Test func readsNamesApart() {
        let users: [(name: String, number: UInt32)] = [("root", 0), ("nobody", nobody)]
        let mistakes = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { turn in
            let user = users[turn % users.count]
            for _ in 0..<20_000 where KeychainOwner("user:" + user.name) != .user(user.number) {
                mistakes.withLock { $0 += 1 }
            }
        }
        #expect(mistakes.withLock { $0 } == 0)
    }

    private let nobody: UInt32 = getpwnam("nobody")?.pointee.pw_uid ?? 0

    @Test(arguments: [
        "", "user", "user:", "unit:", "user:4000000001", "user:-1", "user:nobody-of-this-name",
        "unit:web", "unit:../../etc/web.service", "unit:/web.service", "unit:.service",
        "unit:web.target", "group:web", "user:0 ", "unit:web.service\n", "user:99999999999",
        "unit:" + String(repeating: "w", count: 250) + ".service",
    ]) func refuses(_ text: String) {
        #expect(KeychainOwner(text) == nil)
    }

    /// Each has a folder of its own, also on a file system that knows no large letters.
    @Test func foldersAreApart() {
        let owners = ["user:0", "unit:user-0.service", "unit:a.service", "unit:a.socket"]
        #expect(Set(owners.compactMap { KeychainOwner($0)?.folder }).count == owners.count)
    }
}
