@_spi(Keepers) import PortableKeychain

/// The check of one rule on one fresh session: asks, compares, and collects failures.
final class Trial {
    /// Thrown when it makes no sense to continue; the failure is recorded already.
    struct Stopped: Error {}

    /// The groups of the caller in rules that do not care.
    static let groups = ["com.example.app", "group.example.shared"]

    let rule: ConformanceRule
    let session: ConformanceSuite.Session
    private(set) var failures: [ConformanceFailure] = []
    // By the bytes of the names: strings of Swift are also equal in another normal form.
    private var keepers: [[[UInt8]]: any ItemKeeper] = [:]

    init(rule: ConformanceRule, session: ConformanceSuite.Session) {
        self.rule = rule
        self.session = session
    }

    /// Records that something is not as the rule says.
    func report(expected: String, found: String) {
        failures.append(ConformanceFailure(rule, expected: expected, found: found))
    }

    /// Performs a request and returns its result.
    func ask(
        _ request: ItemRequest,
        as groups: [String] = groups
    ) throws -> Result<ItemAnswer, KeychainError> {
        let names = groups.map { Array($0.utf8) }
        let keeper = try keepers[names] ?? session.keeper(groups)
        keepers[names] = keeper
        do {
            return .success(try keeper.perform(request))
        } catch {
            return .failure(error)
        }
    }

    /// Asks for something that has to succeed for the rest to make sense.
    @discardableResult
    func given(_ request: ItemRequest, as groups: [String] = groups) throws -> ItemAnswer {
        switch try ask(request, as: groups) {
        case .success(let answer):
            return answer
        case .failure(let error):
            report(expected: "success of \(request.summary)", found: "\(error)")
            throw Stopped()
        }
    }

    /// Asks for the single item that has to be there for the rest to make sense.
    func item(_ request: ItemRequest, as groups: [String] = groups) throws -> ItemAnswer.Item {
        let answer = try given(request, as: groups)
        guard let item = answer.items.first, answer.items.count == 1 else {
            report(expected: "one item from \(request.summary)", found: "\(answer.items.count)")
            throw Stopped()
        }
        return item
    }

    /// Asks and compares; a write that has to fail must leave everything as it was.
    func expect(
        _ request: ItemRequest,
        _ expectations: Expectation...,
        as groups: [String] = groups
    ) throws {
        try expect(request, expectations, as: groups)
    }

    /// Asks and compares; a write that has to fail must leave everything as it was.
    func expect(
        _ request: ItemRequest,
        _ expectations: [Expectation],
        as groups: [String] = groups
    ) throws {
        let mustChangeNothing = request.writes && expectations.contains { $0.isFailure }
        let before = mustChangeNothing ? try inventory() : []
        let answer = try ask(request, as: groups)
        for expectation in expectations {
            guard let found = expectation.mismatch(with: answer) else { continue }
            report(expected: "\(expectation) from \(request.summary)", found: found)
        }
        if mustChangeNothing, try inventory() != before {
            report(expected: "no change by \(request.summary)", found: "other items than before")
        }
    }

    /// Makes new keepers from now on, as after a change of the lock.
    func forgetKeepers() { keepers = [:] }

    /// Compares two values.
    func equal<V: Equatable>(_ found: V, _ expected: V, _ what: String) {
        guard found != expected else { return }
        report(expected: "\(what) \(expected)", found: "\(found)")
    }

    /// All visible items, to detect changes.
    private func inventory() throws -> Set<ItemAttributes> {
        var all: Set<ItemAttributes> = []
        for itemClass in ConformanceRule.storedClasses {
            let request = find([.synchronizable: .any], of: itemClass)
            guard case .success(let answer) = try ask(request, as: ["inventory", "*"]) else {
                continue
            }
            all.formUnion(answer.items.compactMap(\.attributes))
        }
        return all
    }
}

extension ItemRequest {
    /// Whether the request means to change something.
    var writes: Bool {
        if case .copyMatching = verb { false } else { true }
    }

    /// The request in a line; the suite's secrets are not secret.
    var summary: String {
        let name: String
        var changes = ""
        switch verb {
        case .add: name = "add"
        case .copyMatching: name = "search"
        case .update(let new):
            name = "update"
            changes = " to \(new.attributes.summary)\(new.secret == nil ? "" : " and a payload")"
        case .delete: name = "delete"
        }
        let place = persistentReference.map { "reference of \($0.count) bytes" } ?? ""
        let thing = object.map { " of \($0.summary)" } ?? ""
        return
            "\(name) \(itemClass?.rawValue ?? "-") \(attributes.summary)\(thing)\(place)\(changes)"
    }
}

extension ItemAttributes {
    /// The attributes in a line.
    var summary: String {
        "[" + map { "\($0.key.name): \(Word($0.value))" }.joined(separator: ", ") + "]"
    }
}

extension Trial {
    /// Adds an item and returns its persistent reference.
    func reference(of addition: ItemRequest) throws -> [UInt8] {
        let item = try item(addition.with { $0.returning = .persistentReference })
        guard let reference = item.persistentReference else {
            report(expected: "a persistent reference", found: "none")
            throw Stopped()
        }
        return reference
    }
}
