import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain

extension ReferenceKeeper {
    /// Answers a request about certificates joined with their keys.
    func performJoined(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        let proofs = ReferenceProofs(request)
        let schemas = [
            try ReferenceSchema.of(ItemClass.certificate), try ReferenceSchema.of(ItemClass.key),
        ]
        for (key, _) in request.attributes {
            let isKnown = schemas.contains { $0.kinds[key.name] != nil }
            try check(isKnown, key.name == "clip" ? .invalidParameter : .noSuchAttribute)
        }
        if case .copyMatching = request.verb {
            return try change { state throws(KeychainError) in
                try searchJoined(request, proofs, schemas, in: state)
            }
        }
        try check(request.interaction != .skip, .invalidParameter)
        try check(!request.namesItemList, .invalidParameter)
        try checkMatching(request)
        return try change { state throws(KeychainError) in
            switch request.verb {
            case .add: try addJoined(request, proofs, schemas, in: &state)
            case .update(let changes):
                try updateJoined(request, changes, proofs, schemas, in: &state)
            default: try deleteJoined(request, proofs, schemas, in: &state)
            }
        }
    }

    /// The part of a request that is about one half.
    private func half(
        _ request: ItemRequest,
        _ itemClass: ItemClass,
        _ schema: ReferenceSchema,
        isAddition: Bool = false
    ) throws(KeychainError) -> ItemRequest {
        var half = request
        half.itemClass = itemClass
        guard case .identity(let certificate, let key)? = request.object else { return half }
        for (key, _) in request.attributes where schema.kinds[key.name] == nil {
            half.attributes[key] = nil
        }
        half.object = itemClass == .key ? .key(key) : .certificate(certificate)
        return try ReferenceObjects.expanded(half, isAddition: isAddition, faults: store.faults)
    }

    // MARK: - Searching

    private static let ofCertificate: Set<String> = [
        "labl", "issr", "slnr", "skid", "tkid", "subj", "pkhh", "ctyp", "cenc", "alis",
    ]

    private func searchJoined(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ schemas: [ReferenceSchema],
        in state: State
    ) throws(KeychainError) -> ItemAnswer {
        try check(!request.namesItemList, .invalidParameter)
        let limit = try limit(request)
        try checkFilters(request.filters, .certificate)
        var certificate = ItemRequest(.copyMatching, itemClass: .certificate)
        var key = ItemRequest(.copyMatching, itemClass: .key)
        for (name, value) in request.attributes {
            let isLabel = name == .label && has(.labelIsThatOfKeys)
            if Self.ofCertificate.contains(name.name), !isLabel {
                certificate.attributes[name] = value
            } else {
                key.attributes[name] = value
            }
        }
        if let reference = request.persistentReference {
            certificate.persistentReference = Array("cert".utf8) + reference.dropFirst(4)
            key.attributes[.synchronizable] = SynchronizationScope.any.value
        } else {
            certificate.attributes[.synchronizable] = SynchronizationScope.any.value
        }
        let ofCertificate = try schemas[0].read(certificate.attributes, faults: store.faults)
        let ofKey = try schemas[1].read(key.attributes, faults: store.faults)
        try checkGroup(ofKey["agrp"], writing: false)
        try checkAgreement(ofKey)
        var pairs: [(Row, Row)] = []
        let keys = matches(key, .key, schemas[1], ofKey, in: state)
        for row in matches(certificate, .certificate, schemas[0], ofCertificate, in: state) {
            let own = keys.filter {
                $0.attributes["klbl"] == row.attributes["pkhh"]
                    && ($0.attributes["kcls"] == .number(1) || has(.joinsPublicKeys))
            }
            pairs += own.map { (row, $0) }
        }
        var kept: [(Row, Row)] = []
        for (one, two) in pairs
        where kept.count < limit && passes(request.filters, one, in: state) {
            if try opened([one, two], proofs, in: state).count == 2 { kept.append((one, two)) }
        }
        try check(!kept.isEmpty, .itemNotFound)
        return answer(
            kept.map { joined($0, $1, request.returning, found: true) },
            request,
            limit
        )
    }

    private func joined(
        _ certificate: Row,
        _ key: Row,
        _ flags: ReturnOptions,
        found: Bool
    ) -> ItemAnswer.Item {
        var result = item(key, flags, found: found)
        result.itemClass = .identity
        let over = item(certificate, flags, found: found).attributes ?? [:]
        for (name, value) in over { result.attributes?[name] = value }
        if flags.contains(.attributes) { result.certificate = certificate.payload }
        result.object = nil
        if flags.contains(.reference),
            case .certificate(let own)? = ReferenceObjects.object(certificate),
            case .key(let secret)? = ReferenceObjects.object(key)
        {
            result.object = .identity(own, secret)
        }
        if flags.contains(.persistentReference) {
            result.persistentReference = Array("idnt".utf8) + certificate.reference.dropFirst(4)
        }
        return result
    }

    // MARK: - Changing

    private func addJoined(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ schemas: [ReferenceSchema],
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        try check(request.object != nil, .invalidParameter)
        var rows: [Row] = []
        var duplicates = 0
        for (itemClass, schema) in zip([ItemClass.certificate, .key], schemas) {
            var half = try half(request, itemClass, schema, isAddition: true)
            half.returning = .persistentReference
            let words = try schema.read(half.attributes, faults: store.faults)
            try checkGroup(words["agrp"], writing: true)
            do throws(KeychainError) {
                let added = try add(half, proofs, itemClass, schema, words, in: &state)
                rows += state.rows.filter { $0.reference == added.items[0].persistentReference }
            } catch  where error.code == .duplicateItem {
                duplicates += 1
                try check(duplicates < 2 && !has(.refusesHalves), .duplicateItem)
                let probe = state
                rows += probe.rows.filter { row in
                    row.itemClass == itemClass
                        && schema.key.allSatisfy { name in
                            let group = AttributeValue.string(groups.first { $0 != "*" } ?? "")
                            let fallback = name == "agrp" ? group : schema.defaults[name]
                            return (row.attributes[name] ?? schema.defaults[name])
                                .map(ReferenceSchema.bytes)
                                == (words[name] ?? fallback).map(ReferenceSchema.bytes)
                        }
                }
            }
        }
        guard !request.returning.isEmpty else { return ItemAnswer(container: .none, count: 1) }
        guard rows.count == 2 else { throw KeychainError(.internalError) }
        let answer = joined(rows[0], rows[1], request.returning, found: false)
        return ItemAnswer(container: .single, items: [answer], count: 1)
    }

    private func updateJoined(
        _ request: ItemRequest,
        _ changes: ItemChanges,
        _ proofs: ReferenceProofs,
        _ schemas: [ReferenceSchema],
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        try check(request.persistentReference == nil, .internalError)
        try check(changes.secret == nil, .invalidParameter)
        for (key, _) in changes.attributes {
            try check(schemas.contains { $0.kinds[key.name] != nil }, .noSuchAttribute)
        }
        return try eachHalf(request, changes.attributes, schemas, proofs, in: &state)
    }

    private func eachHalf(
        _ request: ItemRequest,
        _ changed: ItemAttributes,
        _ schemas: [ReferenceSchema],
        _ proofs: ReferenceProofs,
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        var count = 0
        for (itemClass, schema) in zip([ItemClass.certificate, .key], schemas) {
            if has(.changesCertificatesAlone), itemClass == .key { continue }
            let half = try half(request, itemClass, schema)
            let names = half.attributes.map(\.key) + changed.map(\.key)
            guard names.allSatisfy({ schema.kinds[$0.name] != nil }) else { continue }
            do throws(KeychainError) {
                count += try performApart(half, proofs, in: &state).count
            } catch  where error.code == .itemNotFound { continue }
        }
        try check(count > 0, .itemNotFound)
        return ItemAnswer(container: .none, count: count)
    }

    private func deleteJoined(
        _ request: ItemRequest,
        _ proofs: ReferenceProofs,
        _ schemas: [ReferenceSchema],
        in state: inout State
    ) throws(KeychainError) -> ItemAnswer {
        var certificate: ItemRequest
        if let reference = request.persistentReference {
            certificate = request
            certificate.itemClass = .certificate
            certificate.persistentReference = Array("cert".utf8) + reference.dropFirst(4)
        } else if request.object != nil {
            certificate = try half(request, .certificate, schemas[0])
        } else {
            return try eachHalf(request, [:], schemas, proofs, in: &state)
        }
        let words = try schemas[0].read(certificate.attributes, faults: store.faults)
        let doomed = matches(certificate, .certificate, schemas[0], words, in: state)
        var count = try performApart(certificate, proofs, in: &state).count
        for hash in doomed.compactMap({ $0.attributes["pkhh"] }) {
            let any: [String: AttributeValue] = [
                "pkhh": hash, "sync": SynchronizationScope.any.value,
            ]
            let search = ItemRequest(.copyMatching, itemClass: .certificate)
            let others = matches(search, .certificate, schemas[0], any, in: state)
            guard others.isEmpty || has(.deletesNeededKeys) else { continue }
            let key = ItemRequest(
                .delete,
                itemClass: .key,
                attributes: [
                    .applicationLabel: hash, .keyClass: .number(1),
                    .synchronizable: SynchronizationScope.any.value,
                ],
                leavesTombstone: request.leavesTombstone
            )
            count += (try? performApart(key, proofs, in: &state).count) ?? 0
        }
        return ItemAnswer(container: .none, count: count)
    }
}
