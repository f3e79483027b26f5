@_spi(Keepers) import PortableKeychain

// The verbs as the tables write them.

func add(
    _ words: AttributeWords = [:],
    of itemClass: ItemClass? = .genericPassword,
    payload: [UInt8]? = nil,
    returning: ReturnOptions = []
) -> ItemRequest {
    ItemRequest(
        .add,
        itemClass: itemClass,
        attributes: words.attributes,
        secret: payload.map { SecretBytes($0) },
        returning: returning
    )
}

/// Searches for all matches and their attributes by default.
func find(
    _ words: AttributeWords = [:],
    of itemClass: ItemClass? = .genericPassword,
    limit: MatchLimit? = .all,
    filters: [MatchFilter] = [],
    returning: ReturnOptions = .attributes,
    interaction: UserInteraction = .allowed
) -> ItemRequest {
    ItemRequest(
        .copyMatching,
        itemClass: itemClass,
        attributes: words.attributes,
        limit: limit,
        filters: filters,
        returning: returning,
        interaction: interaction
    )
}

func update(
    _ words: AttributeWords = [:],
    of itemClass: ItemClass? = .genericPassword,
    to changes: AttributeWords,
    payload: [UInt8]? = nil
) -> ItemRequest {
    let new = ItemChanges(
        attributes: changes.attributes,
        secret: payload.map { SecretBytes($0) }
    )
    return ItemRequest(.update(new), itemClass: itemClass, attributes: words.attributes)
}

func delete(
    _ words: AttributeWords = [:],
    of itemClass: ItemClass? = .genericPassword
) -> ItemRequest {
    ItemRequest(.delete, itemClass: itemClass, attributes: words.attributes)
}

extension ItemRequest {
    /// The request with something about it changed.
    func with(_ change: (inout ItemRequest) -> Void) -> ItemRequest {
        var request = self
        change(&request)
        return request
    }

    /// The request with a persistent reference.
    func by(_ reference: [UInt8]) -> ItemRequest { with { $0.persistentReference = reference } }

    /// The request with a live object.
    func of(_ object: ItemObject) -> ItemRequest { with { $0.object = object } }
}

/// A rule that is one request on a prepared store.
func row(
    _ id: String,
    _ sentence: String,
    given preparation: [ItemRequest] = [],
    _ request: ItemRequest,
    _ expectations: Expectation...,
    then: [(ItemRequest, Expectation)] = []
) -> ConformanceRule {
    ConformanceRule(id, sentence) { trial in
        for request in preparation { try trial.given(request) }
        try trial.expect(request, expectations)
        for (request, expectation) in then { try trial.expect(request, expectation) }
    }
}
