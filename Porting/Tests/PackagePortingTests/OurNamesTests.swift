import Foundation
import Testing

@testable import PackagePorting

@Suite struct OurNamesTests {
    @Test("the names are those of the targets of PortableKeychain")
    func complete() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appending(path: "Sources")
        let wings = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        let targets = try wings.flatMap {
            try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: $0).path)
        }
        #expect(OurNames.products.union(OurNames.others) == Set(targets))
        #expect(OurNames.products.isDisjoint(with: OurNames.others))
    }
}
