@_spi(Keepers) import KeychainTesting
import Testing

/// The suite itself: it can be satisfied, and it notices each fault.
@Suite struct SuiteTests {
    @Test(arguments: ConformanceSuite.rules)
    func isKeptByTheReference(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: ReferenceStore.subject()).check(rule)
        #expect(outcome == .checked([]), "\(outcome)")
    }

    @Test(arguments: ReferenceFault.allCases)
    func notices(fault: ReferenceFault) throws {
        let rule = try #require(
            ConformanceSuite.rules.first { $0.id == fault.rule },
            "no rule \(fault.rule)"
        )
        let outcome = ConformanceSuite(subject: ReferenceStore.subject([fault])).check(rule)
        #expect(!outcome.failures.isEmpty, "\(fault) went unnoticed")
        #expect(outcome.failures.allSatisfy { $0.rule == fault.rule })
    }

    @Test func numbersEachRuleOnce() {
        let ids = ConformanceSuite.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.count >= 150)
        for rule in ConformanceSuite.rules {
            #expect(rule.sentence.hasSuffix("."), "\(rule) is no sentence")
        }
    }

    @Test func skipsWhatASubjectLacks() throws {
        let bare = ConformanceSuite.Subject {
            let store = ReferenceStore()
            return ConformanceSuite.Session { ReferenceKeeper(store: store, groups: $0) }
        }
        let rule = try #require(ConformanceSuite.rules.first { $0.needs == [.locking] })
        #expect(ConformanceSuite(subject: bare).check(rule) == .skipped([.locking]))
        #expect(ConformanceSuite(subject: bare).run().isEmpty)
    }
}
