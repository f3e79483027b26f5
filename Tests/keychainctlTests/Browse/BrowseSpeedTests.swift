import Foundation
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import TestRounds
import Testing

@testable import keychainctl

/// The cost of a key among many items.
@Suite(.thorough) struct BrowseSpeedTests {
    private static let count = 10_000
    /// The longest that a key may take: three quarters of what this build takes now to look at each
    /// letter of 10,000 short texts.
    ///
    /// They are some 23 ms of a debug build, of which an optimized build takes a small part; the
    /// slowest session takes 17. A limit in milliseconds fails beside other programs, which make
    /// all work slower alike.
    private static var frame: Duration {
        let start = processorTime
        var count = 0
        for text in texts { for letter in text where letter == 0x65 { count += 1 } }
        precondition(count > 0)
        return (processorTime - start) * 3 / 4
    }

    private static let texts = (0..<count).map { number in
        Array("Renew in \(2026 + number % 9), ask the team of project \(number / 7).".utf8)
    }

    private static let items = (0..<count).map { number in
        let sites = ["github", "gitlab", "example", "forge", "mail", "bank", "shop", "news"]
        let site = sites[number % sites.count]
        return ListedItem(
            itemClass: .internetPassword,
            attributes: [
                .server: .string("\(site)\(number / 80).example.com"),
                .networkProtocol: .string("htps"), .account: .string("ann\(number % 50)"),
                .label: .string("\(site.capitalized) of project \(number / 7)"),
                .comment: .string("Renew in \(2026 + number % 9), ask the team of \(site)."),
                .accessGroup: .string("keychainctl"),
                .creationDate: .date(Date(timeIntervalSinceReferenceDate: Double(number * 1000))),
                .modificationDate: .date(
                    Date(timeIntervalSinceReferenceDate: Double(number * 999))
                ),
            ],
            reference: withUnsafeBytes(of: number) { Array($0) }
        )
    }

    private static let index = SearchIndex(items)

    static let sessions = [
        "a search": "github12 ann3", "two letters that all have": "ex", "a mistake": "gihtub",
        "nothing": "zzyzx", "moves": String(repeating: "\u{1B}[B", count: 40),
        "pages": String(repeating: "\u{1B}[6~", count: 40),
        "corrections": "bank\u{7F}\u{7F}\u{7F}\u{7F}",
        "items": "\r\u{1B}[B\u{1B}[B\u{1B}[B",
    ]

    @Test(arguments: sessions.keys.sorted()) func answersSoon(_ name: String) {
        var state = BrowseState(Self.items, columns: 100, rows: 40)
        // The words are collected once, by the first search with a mistake.
        _ = Self.index.find(SearchWords("qqqqq"))
        var shown = BrowseScreen(state)
        var reader = BrowseKeyReader()
        let keys = reader.read((Self.sessions[name] ?? "").utf8)
        let start = Self.processorTime
        for key in keys {
            _ = state.receive(.key(key))
            if state.isSearching, let found = Self.index.find(SearchWords(state.filter)) {
                _ = state.receive(.found(found, for: state.filter))
            }
            let screen = BrowseScreen(state)
            #expect(!screen.text(after: shown).isEmpty)
            shown = screen
        }
        let each = (Self.processorTime - start) / keys.count
        let frame = Self.frame
        #expect(each < frame, "\(name): \(each) is longer than \(frame)")
    }

    /// The processor time of this thread.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
