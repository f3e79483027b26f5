import SafeText
import Testing

@testable import ForeignFormats

/// Tables, and the columns of programs.
@Suite struct CSVTests {
    static let readable: [(String, [[String]])] = [
        ("a,b\n1,2\n", [["1", "2"]]),
        ("a,b\r\n1,2", [["1", "2"]]),
        ("\u{FEFF}a,b\n\"1,\n\"\"x\"\"\",\n", [["1,\n\"x\"", ""]]),
        ("a,b\n,\n\n\"\",x\n", [["", ""], ["", "x"]]),
        ("a,b\n", []),
    ]

    @Test(arguments: readable) func reads(_ text: String, _ rows: [[String]]) throws {
        let table = try CSVTable(.file(text))
        #expect(table.header == ["a", "b"])
        #expect(table.rows.map { $0.fields.map(\.string) } == rows)
        #expect(table.rows.map { $0.fields.map { SecretText.copy($0.secret) } } == rows)
    }

    static let unreadable: [(String, String)] = [
        ("", "empty"), ("a\n1\n", "does not contain the columns"),
        ("a,b\n1,\"2\n3,4\n", "line 2 is not terminated"),
        ("a,b\n1,2\"\n", "line 2 has a quote"), ("a,b\n\"1\"x,2\n", "line 2 has text after"),
        ("a,b\n1\0,2\n", "zero byte"),
        ("a,b\n1," + String(repeating: "x", count: 1 << 20) + "y\n", "more than a megabyte"),
        (String(repeating: "a,", count: 300) + "\n", "too many fields"),
    ]

    @Test(arguments: unreadable) func refuses(_ text: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) {
            try CSVTable(.file(text))
        }
        #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
    }

    @Test(
        arguments: [[0x61, 0xFF, 0x2C], [0xFF, 0xFE, 0x61, 0x00], [0xC0, 0x80, 0x2C]] as [[UInt8]]
    )
    func refusesBytesThatAreNotText(_ bytes: [UInt8]) {
        #expect(throws: FormatProblem.self) {
            try CSVTable(.file(bytes))
        }
    }

    static let code = ForeignEntry.oneTimePassword
    /// One line of each program, in the columns that it writes.
    static let programs: [(ForeignFormat, String, PlainEntry)] = [
        (
            .chrome, "name,url,username,password,note\nA,https://a.example/,me,pw,n\n",
            PlainEntry(
                title: "A",
                address: "https://a.example/",
                account: "me",
                password: "pw",
                notes: "n"
            )
        ),
        (
            .firefox,
            """
            "url","username","password","httpRealm","formActionOrigin","guid","timeCreated",\
            "timeLastUsed","timePasswordChanged"
            "https://a.example","me","pw","area","https://b.example","{1}","1","2","3"
            """,
            PlainEntry(
                address: "https://a.example",
                account: "me",
                password: "pw",
                realm: "area",
                details: [.init(name: "Form", value: "https://b.example")]
            )
        ),
        (
            .apple,
            "Title,URL,Username,Password,Notes,OTPAuth\nA,https://a.example/,me,pw,n,otpauth://x\n",
            PlainEntry(
                title: "A",
                address: "https://a.example/",
                account: "me",
                password: "pw",
                notes: "n",
                secrets: [.init(name: code, value: "otpauth://x")]
            )
        ),
        (
            .onePasswordCSV,
            """
            Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
            A,https://a.example,me,pw,otpauth://x,false,false,t,n
            """,
            PlainEntry(
                title: "A",
                address: "https://a.example",
                account: "me",
                password: "pw",
                notes: "n",
                tags: ["t"],
                secrets: [.init(name: code, value: "otpauth://x")]
            )
        ),
        (
            .bitwardenCSV,
            """
            folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,\
            login_password,login_totp
            Work,,login,A,n,"PIN: 12
            Word: x
            y",0,"https://a.example,https://b.example",me,pw,JBSW
            """,
            PlainEntry(
                title: "A",
                address: "https://a.example",
                account: "me",
                password: "pw",
                notes: "n",
                folder: "Work",
                details: [.init(name: "URL", value: "https://b.example")],
                secrets: [
                    .init(name: "PIN", value: "12"), .init(name: "Word", value: "x\ny"),
                    .init(name: code, value: "JBSW"),
                ]
            )
        ),
        (
            .chrome, "name,url,username,password,Extra\nA,,me,=1+1,\n",
            PlainEntry(title: "A", account: "me", password: "=1+1")
        ),
        (
            .keePassXCCSV,
            """
            "Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
            "Root/Work/Deep","A","me","pw","https://a.example","n","otpauth://x","0",\
            "2026-11-22T08:11:00Z","2026-11-22T08:11:00Z"
            """,
            PlainEntry(
                title: "A",
                address: "https://a.example",
                account: "me",
                password: "pw",
                notes: "n",
                folder: "Work/Deep",
                secrets: [.init(name: code, value: "otpauth://x")]
            )
        ),
        (
            .lastPass,
            """
            url,username,password,totp,extra,name,grouping,fav
            https://a.example,me,pw,JBSW,n,A,Work,0
            """,
            PlainEntry(
                title: "A",
                address: "https://a.example",
                account: "me",
                password: "pw",
                notes: "n",
                folder: "Work",
                secrets: [.init(name: code, value: "JBSW")]
            )
        ),
        (
            .lastPass,
            "url,username,password,totp,extra,name,grouping,fav\nhttp://sn,,,,left 3,Safe,,0\n",
            PlainEntry(title: "Safe", notes: "left 3")
        ),
        (
            .protonPass,
            """
            type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
            login,A,"https://a.example, https://b.example",me@a.example,,pw,n,JBSW,1732263060,1,Home
            """,
            PlainEntry(
                title: "A",
                address: "https://a.example",
                account: "me@a.example",
                password: "pw",
                notes: "n",
                folder: "Home",
                details: [.init(name: "URL", value: "https://b.example")],
                secrets: [.init(name: code, value: "JBSW")]
            )
        ),
        (
            .dashlane,
            """
            username,username2,username3,title,password,note,url,category,otpSecret
            me,other,,A,pw,n,https://a.example,Work,JBSW
            """,
            PlainEntry(
                title: "A",
                address: "https://a.example",
                account: "me",
                password: "pw",
                notes: "n",
                folder: "Work",
                details: [.init(name: "Username 2", value: "other")],
                secrets: [.init(name: code, value: "JBSW")]
            )
        ),
        (.dashlane, "title,note\nSafe,left 3\n", PlainEntry(title: "Safe", notes: "left 3")),
    ]

    @Test(arguments: programs)
    func mapsColumns(_ format: ForeignFormat, _ text: String, _ expected: PlainEntry) throws {
        let table = try CSVTable(.file(text))
        let layout = try CSVLayout.of(table, named: nil)
        #expect(layout.format == format)
        let entry = try #require(try layout.store(table).entries.first)
        #expect(PlainEntry(entry) == expected)
    }

    @Test(arguments: [
        ("=HYPERLINK(\"http://x\")", true), ("=cmd|' /C calc'!A0", true), ("@SUM(1)", true),
        ("+cmd|' /C calc'!A0", true), ("-2+3", false), ("=)", false), ("@me", false),
        ("+49 (30) 1", false), ("- call (soon)", false), ("plain (text)", false), ("", false),
    ])
    func knowsFormulas(_ text: String, _ isOne: Bool) {
        #expect(Formula.isFormula(.file(text)) == isOne)
    }

    @Test(arguments: [("=1", "'=1"), ("@x", "'@x"), ("x=1", "x=1"), ("", "")])
    func defuses(_ text: String, _ harmless: String) { #expect(Formula.defused(text) == harmless) }
}
