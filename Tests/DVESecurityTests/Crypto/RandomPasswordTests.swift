import DVESecurity
import Testing

@Suite struct RandomPasswordTests {
    @Test func hasTheLengthAndTheCharacters() {
        #expect(Crypto.defaultRandomPasswordAlphabet.count == 94)
        for length in [0, 1, 20, 1000] {
            let password = Crypto.createRandomPassword(length: length)
            #expect(password.count == length)
            #expect(Crypto.defaultRandomPasswordAlphabet.isSuperset(of: password))
        }
        #expect(Crypto.createRandomPassword(length: 3, characters: ["é"]) == "ééé")
        #expect(
            Crypto.createRandomPassword(length: 20) != Crypto.createRandomPassword(length: 20)
        )
    }

    /// 30,000 draws of three: each count is 10,000 except for six standard deviations.
    @Test func choosesEachCharacterEquallyOften() {
        let password = Crypto.createRandomPassword(length: 30_000, characters: ["a", "b", "ü"])
        for character in ["a", "b", "ü"] as [Character] {
            let count = password.count { $0 == character }
            #expect((9_510...10_490).contains(count))
        }
    }

    @Test func endsWithoutCharactersToChooseFrom() async {
        await #expect(processExitsWith: .failure) {
            _ = Crypto.createRandomPassword(length: 8, characters: [])
        }
    }
}
