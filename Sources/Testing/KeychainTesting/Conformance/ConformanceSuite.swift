/// The item semantics as checks: runs on anything that answers `ItemRequest` values.
///
/// Every rule of `Specification/item-semantics.md` that a request can show is a
/// ``ConformanceRule``; each runs on a separate, empty keeper, so rules can run in any order
/// and in parallel. With Swift Testing:
///
/// ```swift
/// @_spi(Keepers) import KeychainTesting
/// import PortableKeychain
/// import Testing
///
/// let subject = ConformanceSuite.Subject {
///     let keychain = try Keychain.inMemory(.init(applicationIdentifier: "app", accessGroups: []))
///     return ConformanceSuite.Session { try keychain.withAccessGroups($0) }
/// }
///
/// @Test(arguments: ConformanceSuite.rules)
/// func keeps(rule: ConformanceRule) {
///     let outcome = ConformanceSuite(subject: subject).check(rule)
///     #expect(outcome.failures.isEmpty, "\(outcome)")
/// }
/// ```
public struct ConformanceSuite: Sendable {
    /// The subject of the examination.
    public let subject: Subject

    /// Creates a suite for one kind of keeper.
    ///
    /// - Parameter subject: Makes fresh, empty keepers.
    public init(subject: Subject) { self.subject = subject }

    /// All rules, in the order of the sections they come from.
    public static let rules: [ConformanceRule] = [
        ConformanceRule.classes, ConformanceRule.conversions, ConformanceRule.refusedValues,
        ConformanceRule.commonAttributes, ConformanceRule.genericPasswords,
        ConformanceRule.internetPasswords, ConformanceRule.certificateClass,
        ConformanceRule.keyClass, ConformanceRule.absence,
        ConformanceRule.foreignAttributes, ConformanceRule.filters,
        ConformanceRule.accessControlInRequests, ConformanceRule.results,
        ConformanceRule.resultAttributes, ConformanceRule.persistentReferences,
        ConformanceRule.synchronizable, ConformanceRule.additions, ConformanceRule.searches,
        ConformanceRule.updates, ConformanceRule.changesOfKey, ConformanceRule.deletions,
        ConformanceRule.accessibility, ConformanceRule.accessControl,
        ConformanceRule.authentication, ConformanceRule.applicationPasswords,
        ConformanceRule.tombstones,
        ConformanceRule.accessGroups, ConformanceRule.locking,
        ConformanceRule.objectItems, ConformanceRule.objects, ConformanceRule.objectResults,
        ConformanceRule.identities, ConformanceRule.identitySearches,
        ConformanceRule.identityChanges, ConformanceRule.identityDeletions,
        ConformanceRule.identityReferences,
        ConformanceRule.certificateFilters,
    ].flatMap { $0 }

    /// Checks every rule.
    ///
    /// - Returns: The differences from the specification; empty if the subject conforms.
    public func run() -> [ConformanceFailure] { Self.rules.flatMap { check($0).failures } }

    /// Checks one rule on a fresh session.
    ///
    /// - Parameter rule: One of ``rules``.
    /// - Returns: The failures, or that the subject does not meet the needs of the rule.
    public func check(_ rule: ConformanceRule) -> ConformanceOutcome {
        let session: Session
        do {
            session = try subject.makeSession()
        } catch {
            return .checked([
                ConformanceFailure(rule, expected: "a fresh session", found: "\(error)")
            ])
        }
        guard session.offers(rule.needs) else { return .skipped(rule.needs) }
        let trial = Trial(rule: rule, session: session)
        do {
            try rule.body(trial)
        } catch is Trial.Stopped {
            // The failure that stopped the trial is recorded already.
        } catch {
            trial.report(expected: "no error outside of requests", found: "\(error)")
        }
        return .checked(trial.failures)
    }
}
