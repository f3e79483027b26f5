import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import ItemDictionaries
@testable import PortableSecurity

/// The keys that a dictionary may hold (item-semantics.md §2.1).
@Suite struct QueryKeyTests {
    static let known: [(String, QueryKey)] = [
        ("acct", .attribute(.account)), ("svce", .attribute(.service)),
        ("clip", .attribute(.appClip)), ("v_Da", .attribute(AttributeKey("v_Da") ?? .account)),
        ("class", .itemClass),
        ("m_Limit", .match("m_Limit")), ("m_", .match("m_")),
        ("mach", .attribute(.init(code: 0x6D61_6368))),
        ("r_Data", .returning("r_Data")), ("rx", .returning("rx")),
        ("u_AuthUI", .use("u_AuthUI")), ("u_Whatever", .use("u_Whatever")),
        ("v_Data", .value("v_Data")), ("v_Else", .value("v_Else")),
        ("f_anything", .ignored), ("nleg", .ignored), ("dspk", .derivedIdentifier),
    ]

    @Test(arguments: known)
    func tells(name: String, key: QueryKey) throws {
        #expect(try QueryKey(name) == key)
        #expect(try QueryKey(name as NSString) == key)
    }

    static let refused: [(any Sendable, KeychainError.Code)] = [
        ("", .invalidParameter), ("m", .invalidParameter), ("clas", .noSuchAttribute),
        ("classes", .invalidParameter), ("cLass", .invalidParameter),
        ("persistref", .invalidParameter), ("account", .invalidParameter),
        ("äöüß", .noSuchAttribute), ("😀😀", .noSuchAttribute),
        (7, .invalidParameter), (Data([1, 2, 3, 4]), .invalidParameter),
        (Date.distantPast, .invalidParameter),
    ]

    @Test(arguments: refused.indices)
    func refuses(index: Int) throws {
        let (key, code) = Self.refused[index]
        // "clas" is a well-formed attribute name; the rules refuse it.
        let status = try isolated { _ in
            SecItemDelete(["class": "genp", key as! AnyHashable: "x"] as NSDictionary)
        }
        #expect(status == code.status, "\(key)")
    }
}
