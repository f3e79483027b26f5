import KeychainctlKit
import Testing

@testable import keychainctl

/// Searches beside drawing.
@Suite struct BrowseSearchTests {
    private static let many = (0..<2000).map { Samples.item("s\($0)", UInt8($0 & 0xFF)) }

    @Test func findsTheNewestText() throws {
        let search = BrowseSearch(Self.many)
        for text in ["s", "s1", "s19", "s199", "s1999"] { search.start(text) }
        let result = try #require(search.finish())
        #expect(result.text == "s1999" && result.found.items == [Self.many[1999]])
        #expect(search.take() == nil)
        #expect(search.finish() == nil)
    }

    @Test func findsInOtherItems() throws {
        let search = BrowseSearch(Self.many)
        search.start("s1")
        search.start("api", in: Samples.all)
        #expect(try #require(search.finish()).found.items == [Samples.api])
        #expect(search.items == Samples.all)
        search.start("mail")
        #expect(try #require(search.finish()).found.items == [Samples.mail])
    }

    /// One search after the other, of which none gets lost.
    @Test func endsEachSearch() throws {
        let search = BrowseSearch(Self.many)
        for number in 0..<200 {
            search.start("s\(number)")
            #expect(try #require(search.finish()).text == "s\(number)")
        }
    }
}
