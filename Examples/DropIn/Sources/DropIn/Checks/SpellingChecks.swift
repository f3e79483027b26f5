import Foundation
import Security
import Spellings

/// Writes queries and reads answers in all the usual ways.
func checkSpellings() {
    for (name, dictionary) in Spellings.dictionaries() {
        check(SecItemAdd(dictionary, nil) == errSecSuccess, "\(name) adds")
        check(SecItemAdd(dictionary, nil) == errSecDuplicateItem, "\(name) is one item")
        for (truth, value) in Spellings.truths() {
            let copy = (dictionary as NSDictionary).mutableCopy()
            guard let query = copy as? NSMutableDictionary else { stop("\(name) has no copy") }
            query[kSecReturnAttributes] = value
            query[kSecReturnData] = value
            var result: AnyObject?
            check(
                SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
                "\(name) finds with \(truth)"
            )
            for (way, value) in Spellings.values(of: result, kSecAttrService) {
                check(value as? String == "spelling", "\(way) reaches text")
            }
            for (way, value) in Spellings.values(of: result, kSecAttrCreationDate) {
                check(value is Date, "\(way) reaches a date")
            }
            for (way, value) in Spellings.values(of: result, kSecAttrSynchronizable) {
                check(value as? Bool == false, "\(way) reaches a truth value")
                check((value as? NSNumber)?.boolValue == false, "\(way) reaches a number")
            }
        }
        let query = NSMutableDictionary(dictionary: [kSecReturnData: 1, kSecClass: kSecClassKey])
        check(SecItemCopyMatching(query, nil) == errSecParam, "a number is no truth value")
        let changes = [kSecAttrLabel as String: name, kSecAttrComment as String: name]
        let status = SecItemUpdate(dictionary, changes as CFDictionary)
        check(status == errSecSuccess, "\(name) changes")
        check(SecItemDelete(dictionary) == errSecSuccess, "\(name) deletes")
    }
    check(Spellings.importedOneByOne(), "names imported one by one work")
    check(Spellings.qualified(), "names qualified by their module work")
    let random = Set(Spellings.randomBytes(16))
    check(random.count == 3 && random.allSatisfy { $0.count == 16 }, "random bytes in three ways")
    check(Spellings.biometry == "none", "there is no biometry")
}

/// Asks for the user as screens do: the answers are the passcode, then no.
func checkPresence() async {
    for expected in ["welcome", "canceled"] {
        let answer = await withCheckedContinuation { continuation in
            Spellings.askUser { continuation.resume(returning: $0) }
        }
        check(answer == expected, "the user is asked: \(answer)")
    }
}
