import AppleVocabulary
import DVESecurity
import Testing

/// The equality of errors, and their texts.
@Suite struct KeychainErrorTests {
    @Test func equalityCountsTheStatus() {
        let saving = KeychainError.itemSavingFailed(status: errSecDuplicateItem)
        #expect(saving == .itemSavingFailed(status: -25299))
        #expect(saving != .itemSavingFailed(status: errSecItemNotFound))
        #expect(saving != .itemUpdateFailed(status: errSecDuplicateItem))
        #expect(KeychainError.resultError != .ambiguousQueryResult)
    }

    @Test func tellsWhatFailedAndWhy() throws {
        let message = try #require(
            KeychainError.resultError.securityErrorMessage(for: errSecDuplicateItem)
        )
        #expect(!message.isEmpty)
        let table: [(KeychainError, String)] = [
            (.itemSavingFailed(status: -25299), "saving failed '\(message)' (-25299)"),
            (.itemQueryFailed(status: 123_456), "searching failed 'OSStatus 123456' (123456)"),
            (.resultError, "the result is not of the expected form"),
            (.ambiguousQueryResult, "several items match"),
        ]
        for (error, text) in table {
            #expect(error.debugDescription == "DVESecurity.KeychainError: \(text)")
        }
        #expect(KeychainError.resultError.securityErrorMessage(for: 123_456) == "OSStatus 123456")
    }
}
