import Testing
@testable import KeychainAgent

@Suite struct KeychainOwnerTests {
    @Test func readsWhatRootNames() throws {
        #expect(KeychainOwner("user:0") == .user(0))
        #expect(KeychainOwner("user:root") == .user(0))
        let unit = try #require(UnitName("web@1.service".utf8))
        #expect(KeychainOwner("unit:web@1.service") == .unit(unit))
    }

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
