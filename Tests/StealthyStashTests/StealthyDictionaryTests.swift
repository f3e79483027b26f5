import Testing

@testable import StealthyStash

/// Values that hide whether they are there.
@Suite struct StealthyDictionaryTests {
    @Test func unwrapsHiddenValues() {
        let text: String? = "a"
        let nothing: String? = nil
        let nested: String?? = .some(nothing)
        let dictionary: StealthyDictionary = [
            "plain": "a", "open": nil, "hidden": text as Any, "empty": nothing as Any,
            "deeper": Optional<Any>.some(text as Any) as Any, "hollow": nested as Any,
        ]
        let present = dictionary.present
        #expect(present.keys.sorted() == ["deeper", "hidden", "plain"])
        #expect(present.values.allSatisfy { type(of: $0) == String.self })
    }
}
