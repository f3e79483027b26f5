import Foundation
import Testing

@testable import PackagePorting

@Suite struct OurNamesTests {
    @Test("the names are those of the targets of PortableKeychain")
    func complete() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: "Sources").path
        )
        #expect(OurNames.products.union(OurNames.others) == Set(folders))
        #expect(OurNames.products.isDisjoint(with: OurNames.others))
    }
}
