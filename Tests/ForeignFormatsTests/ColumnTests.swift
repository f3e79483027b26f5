import PortableKeychain
import Testing

@testable import ForeignFormats

/// Columns that no program is known to write, and lines that cannot be imported.
@Suite struct ColumnTests {
    private static let file = "name,url,username,password,PIN,Shop\nA,,me,pw,12,7\n"

    private static func store(
        _ text: String,
        columns: [(String, CSVRole)] = [],
        skipping: Bool = false
    ) throws -> ForeignStore {
        var rules = ReadingRules()
        rules.columns = columns.map { (name: $0.0, role: $0.1) }
        rules.leavesOutBad = skipping
        let table = try CSVTable(.file(text))
        return try CSVLayout.of(table, named: nil, rules).store(table, rules)
    }

    private static func problem(
        _ text: String,
        columns: [(String, CSVRole)] = []
    ) -> FormatProblem? {
        do {
            _ = try store(text, columns: columns)
            return nil
        } catch {
            return error as? FormatProblem
        }
    }

    /// The name of a column does not show whether its values are secret.
    @Test func asksForTheMeaningOfUnknownColumns() throws {
        let problem = try #require(Self.problem(Self.file))
        #expect(problem.problem.contains("'PIN', 'Shop'"))
        #expect(problem.advice.contains("--column 'PIN=secret'"))
        let columns = [
            ("pin", CSVRole("secret", for: "PIN")), ("Shop", CSVRole("comment", for: "Shop")),
        ].compactMap { name, role in role.map { (name, $0) } }
        let entry = PlainEntry(try #require(Self.store(Self.file, columns: columns).entries.first))
        #expect(entry.secrets == [.init(name: "PIN", value: "12")])
        #expect(entry.details == [.init(name: "Shop", value: "7")])
    }

    @Test func ignoresUnknownColumnsWithoutValues() throws {
        let entry = try #require(
            Self.store("name,url,username,password,PIN\nA,,me,pw,\n").entries.first
        )
        #expect(entry.secrets.isEmpty && entry.details.isEmpty)
    }

    @Test func readsATableOfWhichTheUserNamesAllColumns() throws {
        let columns: [(String, CSVRole)] = [
            ("host", .addresses), ("login", .account), ("pass=word", .password),
        ]
        let text = "host,login,pass=word\na.example,me,pw\n"
        let entry = PlainEntry(try #require(Self.store(text, columns: columns).entries.first))
        #expect([entry.address, entry.account, entry.password] == ["a.example", "me", "pw"])
        // Without a password among them, it is any table.
        #expect(
            Self.problem(text, columns: [("host", .addresses)])?.problem.contains("known") == true
        )
    }

    @Test func knowsEveryWord() {
        for word in CSVRole.words { #expect(CSVRole(word, for: "x") != nil, "\(word)") }
        #expect(CSVRole("other", for: "x") == nil)
    }

    @Test func refusesColumnsThatAreNotThereAndMeaningsThatAreTaken() {
        let columns: [(String, CSVRole)] = [("PIN", .ignored), ("Shop", .account)]
        #expect(Self.problem(Self.file, columns: columns)?.problem == "two columns are 'account'")
        #expect(
            Self.problem(Self.file, columns: [("Colour", .ignored)])?.problem
                == "there is no column 'Colour'"
        )
    }

    static let bad: [(String, String)] = [
        ("B,https://b.example:99999/,me,pw", "line 3 'B': the port of the address is not a number"),
        ("B,,me", "line 3: it has 3 fields, but the first line has 4"),
        ("=cmd|' /C calc'!A0,,me,pw", "line 3 '=cmd|' /C calc'!A0': the column 'name' contains"),
    ]

    /// One bad line stops everything, or is left out with its name; the others come.
    @Test(arguments: bad) func namesTheLineThatStopsIt(_ line: String, _ words: String) throws {
        let text = "name,url,username,password\nA,,me,pw\n\(line)\nC,,me,pw\n"
        let problem = try #require(Self.problem(text))
        #expect(problem.problem.hasPrefix(words), "\(problem.problem)")
        #expect(problem.advice.hasSuffix("use --skip to leave it out"))
        let store = try Self.store(text, skipping: true)
        #expect(store.entries.map(\.title) == ["A", "C"])
        #expect(store.omissions.count == 1)
        #expect(store.omissions.first?.hasPrefix(words) == true)
    }

    @Test func countsLinesInQuotes() throws {
        let text = "name,url,username,password\n\"A\nB\",,me,pw\nC,https://c:0,me,pw\n"
        #expect(Self.problem(text)?.problem.hasPrefix("line 4 'C'") == true)
    }
}
