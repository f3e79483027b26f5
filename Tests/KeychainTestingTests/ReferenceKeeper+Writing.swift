import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain

extension ReferenceKeeper {
    func add(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ itemClass: ItemClass,
        _ schema: ReferenceSchema,
        _ words: [String: AttributeValue],
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        let now = AttributeValue.date(Date(timeIntervalSinceReferenceDate: store.clock.now))
        let named = groups.filter { $0 != "*" }
        let group = has(.defaultsToLastGroup) ? named.last : named.first
        try checkToken(words)
        var all = schema.defaults.filter { !["vwht", "tkid", "ggrp"].contains($0.key) }
        all["agrp"] = .string(group ?? "")
        all["tomb"] = .number(0)
        all.merge(words) { $1 }
        if all["sync"] == SynchronizationScope.any.value { all["sync"] = .number(0) }
        try check([.number(0), .number(1)].contains(all["sync"]), .invalidParameter)
        try protect(&all, by: words, old: nil)
        all["cdat"] = has(.keepsGivenCreationDate) ? words["cdat"] ?? now : now
        all["mdat"] = now
        let number = state.nextNumber()
        var row = Row(
            number: number,
            itemClass: itemClass,
            attributes: all,
            payload: all["tomb"] == .number(1)
                ? nil : request.secret.map { $0.withUnsafeBytes { Array($0) } },
            reference: reference(itemClass, number)
        )
        row.attributes["sha1"] = row.digest
        if itemClass == .certificate, words["pdmn"] == nil, words["accc"] == nil,
            !has(.locksCertificates)
        {
            row.attributes["pdmn"] = .string("dk")
            row.attributes["accc"] = .accessControl(AccessControl(.always))
        }
        if has(.lockedAddTellsDuplicates) { _ = try evict(row, schema, in: &state) }
        try checkProtection(row, in: state)
        if let inherited = try evict(row, schema, in: &state) { row.reference = inherited }
        row.password = try proofs.newPassword(row, self)
        state.rows.append(row)
        guard !request.returning.isEmpty else { return ItemAnswer(container: .none, count: 1) }
        let answer = item(row, request.returning, found: false, given: Set(words.keys))
        return ItemAnswer(container: .single, items: [answer], count: 1)
    }

    func update(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ itemClass: ItemClass,
        _ schema: ReferenceSchema,
        _ words: [String: AttributeValue],
        to changes: ItemChanges,
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        var new = try schema.read(changes.attributes, faults: store.faults)
        try check(new["ggrp"] == nil, .invalidParameter)
        try checkToken(new)
        try checkGroup(new["agrp"], writing: true)
        for name in ["musr", "mdat", "sha1", "UUID"] { new[name] = nil }
        if new["sync"] == SynchronizationScope.any.value { new["sync"] = nil }
        try check([nil, .number(0), .number(1)].contains(new["sync"]), .invalidParameter)
        if case .accessControl(let control)? = new["accc"] {
            try check(control.constraints != .privateKeyUsage, .authenticationFailed)
            let makesBoth = new["sync"] == .number(1) && control.constraints != nil
            try check(!makesBoth || has(.synchronizesRules), .invalidParameter)
        }
        var stated = new
        try protect(&stated, by: new, old: nil)
        let rows = try opened(
            matches(request, itemClass, schema, words, in: state),
            proofs,
            in: state
        )
        try check(!rows.isEmpty, .itemNotFound)
        for old in rows {
            var row = old
            row.attributes.merge(new) { $1 }
            try protect(&row.attributes, by: new, old: old)
            if let secret = changes.secret { row.payload = secret.withUnsafeBytes { Array($0) } }
            if row.attributes["tomb"] == .number(1) { row.payload = nil }
            row.attributes["mdat"] = laterDate(than: old.attributes["mdat"])
            row.attributes["sha1"] = row.digest
            if has(.newReferenceOnUpdate) {
                row.reference = reference(itemClass, state.nextNumber())
            }
            try checkProtection(row, in: state)
            if row.password == nil { row.password = try proofs.newPassword(row, self) }
            state.rows.removeAll { $0.number == old.number }
            _ = try evict(row, schema, in: &state)
            state.rows.append(row)
            let wasSynchronized = old.attributes["sync"] == .number(1)
            if row.key(schema) != old.key(schema), request.leavesTombstone ?? wasSynchronized {
                try leaveTombstone(of: old, schema, in: &state, moved: true)
            }
        }
        state.rows.sort { $0.number < $1.number }
        return ItemAnswer(container: .none, count: rows.count)
    }

    /// No item is stored as if a token held it.
    func checkToken(_ words: [String: AttributeValue]) throws(KeychainError) {
        guard case .string(let token)? = words["tkid"], !token.isEmpty else { return }
        throw KeychainError(.unimplemented)
    }

    func laterDate(than old: AttributeValue?) -> AttributeValue? {
        guard case .date(let date)? = old, !has(.leavesModificationDate) else { return old }
        let next = date.timeIntervalSinceReferenceDate + 0.001
        return .date(Date(timeIntervalSinceReferenceDate: max(next, store.clock.now)))
    }

    func reference(_ itemClass: ItemClass, _ number: Int) -> [UInt8] {
        Array(itemClass.rawValue.utf8) + withUnsafeBytes(of: (number, number)) { Array($0) }
    }

    /// Makes accessibility and access control agree.
    func protect(
        _ all: inout [String: AttributeValue],
        by words: [String: AttributeValue],
        old: Row?
    ) throws(KeychainError) {
        if case .accessControl(let control)? = words["accc"] {
            let name = AttributeValue.string(control.accessibility.rawValue)
            let agrees = control.constraints == nil && words["pdmn"] == name
            try check(words["pdmn"] == nil || agrees, .invalidParameter)
            all["pdmn"] = name
            return
        }
        guard old == nil || words["pdmn"] != nil else { return }
        if old == nil, words["pdmn"] == nil, has(.forgetsAccessibleDefault) {
            all["pdmn"] = .string("ck")
        }
        let name = if case .string(let name)? = all["pdmn"] { name } else { "ak" }
        guard let accessibility = Accessibility(rawValue: name) else { return }
        var control = AccessControl(accessibility)
        if case .accessControl(let before)? = old?.attributes["accc"],
            let constraints = before.constraints
        {
            control = try AccessControl(accessibility, constraints: constraints)
        }
        all["pdmn"] = .string(name)
        all["accc"] = .accessControl(control)
    }

    /// Whether a row may be stored as it is, now.
    func checkProtection(_ row: Row, in state: State) throws(KeychainError) {
        if case .accessControl(let control)? = row.attributes["accc"] {
            try check(control.constraints != .privateKeyUsage, .authenticationFailed)
        }
        let isSynchronized = row.attributes["sync"] == .number(1)
        try check(
            !isSynchronized || !row.hasRules || has(.synchronizesRules),
            .invalidParameter
        )
        let needsPasscode = row.attributes["pdmn"] == .string("akpu") && !has(.akpuWithoutPasscode)
        try check(state.hasPasscode || !needsPasscode, .notAvailable)
        try check(!state.isClosed(row.attributes["pdmn"]), .locked)
    }

    /// Makes room for a row: fails for a live one, removes a dead one.
    func evict(
        _ row: Row,
        _ schema: ReferenceSchema,
        in state: inout State
    ) throws(KeychainError) -> [UInt8]? {
        let key = row.key(schema)
        guard
            let index = state.rows.firstIndex(where: {
                $0.itemClass == row.itemClass && $0.key(schema) == key
            })
        else { return nil }
        let other = state.rows[index]
        let isDead = other.attributes["tomb"] == .number(1) || other.isLost
        guard isDead || has(.acceptsDuplicates) else { throw KeychainError(.duplicateItem) }
        state.rows.remove(at: index)
        return other.isLost ? nil : other.reference
    }

    func leaveTombstone(
        of row: Row,
        _ schema: ReferenceSchema,
        in state: inout State,
        moved: Bool
    ) throws(KeychainError) {
        if has(.forgetsTombstones) { return }
        try check(!state.isClosed(row.attributes["pdmn"]), .locked)
        var kept = Set(schema.key).union(["cdat", "pdmn", "accc"])
        if has(.tombstoneKeepsLabel) { kept.insert("labl") }
        var tombstone = row
        tombstone.payload = nil
        tombstone.attributes = row.attributes.filter { kept.contains($0.key) }
        tombstone.attributes["tomb"] = .number(1)
        tombstone.attributes["mdat"] = laterDate(than: row.attributes["mdat"])
        tombstone.attributes["sha1"] = tombstone.digest
        if moved {
            // The item took its reference along.
            tombstone.number = state.nextNumber()
            tombstone.reference = reference(row.itemClass, tombstone.number)
        }
        state.rows.append(tombstone)
        state.rows.sort { $0.number < $1.number }
    }
}
