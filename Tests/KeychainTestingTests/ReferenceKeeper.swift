import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization

/// A caller of a ``ReferenceStore`` with groups of its own.
struct ReferenceKeeper: ItemKeeper {
    let store: ReferenceStore
    let groups: [String]

    typealias Row = ReferenceStore.Row
    typealias State = ReferenceStore.State

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try check(!groups.isEmpty, .missingEntitlement)
        let isAddition = if case .add = request.verb { true } else { false }
        let request = try ReferenceObjects.expanded(
            request,
            isAddition: isAddition,
            faults: store.faults
        )
        if try resolvedClass(request) == .identity { return try performJoined(request) }
        return try change { state throws(KeychainError) in
            try performApart(request, ReferenceProofs(request), in: &state)
        }
    }

    /// Answers a request that is not about identities.
    func performApart(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        let itemClass = try resolvedClass(request)
        let schema = try ReferenceSchema.of(itemClass)
        let words = try schema.read(request.attributes, faults: store.faults)
        let isSearch = if case .copyMatching = request.verb { true } else { false }
        let isDelete = if case .delete = request.verb { true } else { false }
        try check(isSearch || request.interaction != .skip, .invalidParameter)
        try check(isDelete || !request.namesItemList, .invalidParameter)
        try checkGroup(words["agrp"], writing: !isSearch)
        try checkAgreement(words)
        if !isSearch { try checkMatching(request) }
        return try perform(request, proofs, itemClass, schema, words, in: &state)
    }

    /// Works on a copy of the state, which counts when nothing fails.
    func change(
        _ body: (inout State) throws(KeychainError) -> ItemAnswer
    ) throws(KeychainError) -> ItemAnswer {
        // A result, because the lock's closure throws untyped errors.
        let result: Result<ItemAnswer, KeychainError> = store.state.withLock { state in
            var work = state
            do throws(KeychainError) {
                let answer = try body(&work)
                state = work
                return .success(answer)
            } catch {
                if has(.updateIsNotAtomic) { state = work }
                return .failure(error)
            }
        }
        return try result.get()
    }

    func perform(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ itemClass: ItemClass,
        _ schema: ReferenceSchema,
        _ words: [String: AttributeValue],
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        switch request.verb {
        case .add:
            return try add(request, proofs, itemClass, schema, words, in: &state)
        case .copyMatching:
            return try search(request, proofs, itemClass, schema, words, in: state)
        case .update(let changes):
            return try update(request, proofs, itemClass, schema, words, to: changes, in: &state)
        case .delete:
            let rows = matches(request, itemClass, schema, words, in: state, lost: true)
            try check(!rows.isEmpty, .itemNotFound)
            for row in rows {
                state.rows.removeAll { $0.number == row.number }
                let leaves = request.leavesTombstone ?? (row.attributes["sync"] == .number(1))
                if leaves, row.attributes["tomb"] != .number(1) || request.leavesTombstone == true {
                    try leaveTombstone(of: row, schema, in: &state, moved: false)
                }
            }
            return ItemAnswer(container: .none, count: rows.count)
        }
    }

    // MARK: - Form

    func has(_ fault: ReferenceFault) -> Bool { store.faults.contains(fault) }

    func check(_ holds: Bool, _ code: KeychainError.Code) throws(KeychainError) {
        if !holds { throw KeychainError(code) }
    }

    func resolvedClass(_ request: ItemRequest) throws(KeychainError) -> ItemClass {
        guard let reference = request.persistentReference else {
            guard let itemClass = request.itemClass else { throw KeychainError(.invalidParameter) }
            return itemClass
        }
        if case .add = request.verb { throw KeychainError(.invalidParameter) }
        try check(reference.count == 20, .itemNotFound)
        let named = ItemClass(rawValue: String(decoding: reference.prefix(4), as: UTF8.self))
        let known: [ItemClass] = [
            .genericPassword, .internetPassword, .certificate, .key, .identity,
        ]
        try check(known.contains(named), .itemNotFound)
        try check(request.itemClass == nil || request.itemClass == named, .noSuchClass)
        if case .copyMatching = request.verb, !has(.referenceTakesAttributes) {
            var conditions = request.attributes
            conditions[.accessControl] = nil
            if conditions[.synchronizable] == SynchronizationScope.any.value {
                conditions[.synchronizable] = nil
            }
            try check(conditions.isEmpty, .invalidParameter)
        }
        return named
    }

    /// Whether an accessibility and an access control in one request mean the same class.
    func checkAgreement(_ words: [String: AttributeValue]) throws(KeychainError) {
        guard case .accessControl(let control)? = words["accc"], let named = words["pdmn"] else {
            return
        }
        try check(named == .string(control.accessibility.rawValue), .invalidParameter)
    }

    func checkGroup(_ group: AttributeValue?, writing: Bool) throws(KeychainError) {
        guard case .string(let name)? = group else { return }
        let isEmptyFine = has(.emptyGroupIsOrdinary) || groups.contains("")
        try check(!name.isEmpty || isEmptyFine, .invalidParameter)
        if writing, name == "com.apple.token", !has(.tokenGroupIsOrdinary) {
            throw KeychainError(.missingEntitlement)
        }
        let isMember = groups.contains { Array($0.utf8) == Array(name.utf8) || $0 == "*" }
        try check(isMember || (writing && has(.movesAnywhere)), .missingEntitlement)
    }

    func checkMatching(_ request: ItemRequest) throws(KeychainError) {
        let mayLimit =
            switch request.verb {
            case .add: has(.addTakesLimits)
            case .update: has(.updateTakesLimits)
            default: has(.deleteTakesLimits)
            }
        let isDelete = if case .delete = request.verb { true } else { false }
        let isAll = isDelete && request.limit == .all
        try check(request.limit == nil || isAll || mayLimit, .invalidParameter)
        try check(request.filters.isEmpty, .invalidParameter)
        if case .update = request.verb { try check(request.returning.isEmpty, .invalidParameter) }
    }

    // MARK: - Matching

    func matches(
        _ request: ItemRequest,
        _ itemClass: ItemClass,
        _ schema: ReferenceSchema,
        _ words: [String: AttributeValue],
        in state: State,
        lost: Bool = false
    ) -> [Row] {
        state.rows.filter { row in
            guard row.itemClass == itemClass, lost || !row.isLost else { return false }
            let isTombstone = row.attributes["tomb"] == .number(1)
            if isTombstone, words["tomb"] == nil, !has(.showsTombstones) { return false }
            if case .string(let group)? = row.attributes["agrp"], !has(.seesAllGroups),
                !groups.contains(where: { Array($0.utf8) == Array(group.utf8) || $0 == "*" }),
                request.persistentReference == nil || !has(.referenceIgnoresGroups)
            {
                return false
            }
            if let reference = request.persistentReference {
                guard row.reference == reference else { return false }
            } else if words["sync"] == nil, !has(.searchSeesSynchronized) {
                guard row.attributes["sync"] == .number(0) else { return false }
            }
            return words.allSatisfy { name, value in
                if value == SynchronizationScope.any.value { return true }
                if name == "accc" {
                    return has(.matchesAccessControl) ? row.attributes[name] == value : true
                }
                if name == "sync" { return row.attributes[name] == value }
                let stored = row.attributes[name] ?? schema.defaults[name]
                guard let stored else {
                    return has(.matchesAbsentLabels) && value == .string("")
                }
                if has(.comparesWithoutCase), case .string(let one) = stored,
                    case .string(let two) = value
                {
                    return one.lowercased() == two.lowercased()
                }
                return ReferenceSchema.bytes(stored) == ReferenceSchema.bytes(value)
            }
        }
    }

    func checkFilters(_ filters: [MatchFilter], _ itemClass: ItemClass) throws(KeychainError) {
        for filter in filters {
            switch filter {
            case .hostOrSubdomain: try check(itemClass == .internetPassword, .unimplemented)
            case .policy: try check(itemClass == .certificate, .unimplemented)
            default: break
            }
        }
    }

    func passes(_ filters: [MatchFilter], _ row: Row, in state: State) -> Bool {
        if row.itemClass == .certificate {
            return ReferenceObjects.passes(
                filters,
                row,
                among: state.rows,
                now: store.clock.now,
                faults: store.faults
            )
        }
        for case .hostOrSubdomain(let host) in filters {
            guard case .string(let server)? = row.attributes["srvr"],
                server == host || server.hasSuffix("." + host)
            else { return false }
        }
        return true
    }

    /// The first rows that can be opened; leaves out, or fails for, those that cannot be opened
    /// now.
    func opened(
        _ rows: [Row],
        _ proofs: ReferenceProofs,
        in state: State,
        limit: Int = .max
    ) throws(KeychainError) -> [Row] {
        var result: [Row] = []
        for row in rows where result.count < limit {
            let isClosed = state.isClosed(row.attributes["pdmn"]) && !has(.readsWhileLocked)
            if isClosed, has(.lockedHidesItems) { continue }
            try check(!isClosed, .locked)
            if row.asksItsUser, !has(.neverAsks) {
                if has(.skipFails), proofs.request.interaction == .skip {
                    throw KeychainError(.authenticationRequired)
                }
                guard try proofs.open(row, self, hasPasscode: state.hasPasscode) else { continue }
            }
            result.append(row)
        }
        return result
    }

    func search(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ itemClass: ItemClass,
        _ schema: ReferenceSchema,
        _ words: [String: AttributeValue],
        in state: State
    ) throws(KeychainError) -> ItemAnswer {
        let limit = try limit(request)
        try checkFilters(request.filters, itemClass)
        var rows = matches(request, itemClass, schema, words, in: state)
        if has(.limitBeforeFilters) { rows = Array(rows.prefix(limit)) }
        var kept = rows.filter { passes(request.filters, $0, in: state) }
        kept = try opened(kept, proofs, in: state, limit: limit)
        try check(!kept.isEmpty, .itemNotFound)
        let items = kept.map { item($0, request.returning, found: true) }
        if limit == 1, request.returning == .reference, [.key, .certificate].contains(itemClass) {
            try check(items.first?.object != nil, .undecodable)
        }
        return answer(items, request, limit)
    }

    func limit(_ request: ItemRequest) throws(KeychainError) -> Int {
        switch request.limit ?? .one {
        case .one: return 1
        case .all: return .max
        case .atMost(let count):
            try check(count >= 0, .invalidParameter)
            return count
        }
    }

    func answer(_ items: [ItemAnswer.Item], _ request: ItemRequest, _ limit: Int) -> ItemAnswer {
        guard !request.returning.isEmpty else {
            return ItemAnswer(container: .none, count: items.count)
        }
        let isSingle = limit == 1 || (has(.singleForAll) && items.count == 1)
        return ItemAnswer(
            container: isSingle ? .single : .list,
            items: items,
            count: items.count
        )
    }

    func item(
        _ row: Row,
        _ flags: ReturnOptions,
        found: Bool,
        given: Set<String> = []
    ) -> ItemAnswer.Item {
        var item = ItemAnswer.Item(itemClass: row.itemClass)
        let brings = has(.dataBringsAttributes) && flags.contains(.data) && flags != .data
        if flags.contains(.attributes) || brings {
            var attributes: ItemAttributes = [:]
            for (name, value) in row.attributes where name != "ggrp" && name != "UUID" {
                if name.hasPrefix("bin"), !flags.contains(.data) { continue }
                let isKept = has(.returnsTombAfterAdd) || !["tomb", "musr"].contains(name)
                guard found || (isKept && (name != "accc" || given.contains(name))) else {
                    continue
                }
                if let key = AttributeKey(name) { attributes[key] = value }
            }
            item.attributes = attributes
        }
        if flags.contains(.data), let payload = row.payload ?? (found ? nil : []) {
            item.secret = SecretBytes(count: payload.count) { $0.copyBytes(from: payload) }
        }
        if flags.contains(.reference) { item.object = ReferenceObjects.object(row) }
        if flags.contains(.persistentReference) { item.persistentReference = row.reference }
        return item
    }
}
