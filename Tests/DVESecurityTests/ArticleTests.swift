import AppleVocabulary
import DVESecurity
import KeeperRuns
import Testing

/// The code of the original's article on internet passwords, section by section.
@Suite(.throughEachKeeper) struct ArticleTests {
    @Test func savingPasswords() throws {
        try isolated {
            try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")

            try Keychain.InternetPassword.save(
                "MySecret1",
                forAccount: "MyAccount",
                protocol: .http
            )
            try Keychain.InternetPassword.save("MySecret2", forAccount: "MyAccount", protocol: .ssh)

            #expect(throws: KeychainError.itemSavingFailed(status: errSecDuplicateItem)) {
                try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")
            }

            try Keychain.InternetPassword.upsert("MySecret", forAccount: "MyAccount")
        }
    }

    @Test func updatingPasswords() throws {
        try isolated {
            #expect(throws: KeychainError.itemUpdateFailed(status: errSecItemNotFound)) {
                try Keychain.InternetPassword.updateItems(
                    newPassword: "CHANGED",
                    forAccount: "MyAccount"
                )
            }
            try Keychain.InternetPassword.save(
                "MySecret1",
                forAccount: "MyAccount",
                protocol: .http
            )
            try Keychain.InternetPassword.save("MySecret2", forAccount: "MyAccount", protocol: .ssh)

            try Keychain.InternetPassword.upsert(newPassword: "CHANGED", forAccount: "MyAccount")

            for networkProtocol in [Keychain.InternetPassword.NetworkProtocol.http, .ssh] {
                let secret = try Keychain.InternetPassword.queryOne(
                    forAccount: "MyAccount",
                    protocol: networkProtocol
                )
                #expect(secret == "CHANGED")
            }
        }
    }

    @Test func queryingPasswords() throws {
        try isolated {
            try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")
            do {
                let secret = try Keychain.InternetPassword.queryOne(forAccount: "MyAccount")
                #expect(secret == "MySecret")
            }
            try Keychain.InternetPassword.save(
                "MySecret1",
                forAccount: "MyAccount",
                protocol: .http
            )
            do {
                let secret = try Keychain.InternetPassword.queryOne(
                    forAccount: "MyAccount",
                    protocol: .http
                )
                #expect(secret == "MySecret1")
            }
            #expect(throws: KeychainError.ambiguousQueryResult) {
                try Keychain.InternetPassword.queryOne(forAccount: "MyAccount")
            }
            var lines: [String] = []
            let items = try Keychain.InternetPassword.queryItems(forAccount: "MyAccount")
            items.forEach {
                lines.append(
                    "password is '\($0.password)' for '\(String(describing: $0.protocol))'"
                )
            }
            #expect(lines.count == 2)
            #expect(lines.first == "password is 'MySecret' for 'nil'")
        }
    }

    @Test func deletingPasswords() throws {
        try isolated {
            try Keychain.InternetPassword.save(
                "MySecret1",
                forAccount: "MyAccount",
                protocol: .http
            )
            try Keychain.InternetPassword.save("MySecret2", forAccount: "MyAccount", protocol: .ssh)
            do {
                let result = try Keychain.InternetPassword.deleteItems(forAccount: "MyAccount")
                #expect(result)
            }
            let result = try Keychain.InternetPassword.deleteItems(forAccount: "MyAccount")
            #expect(!result)
        }
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func accessGroups() throws {
        try isolated(groups: ["com.example-app.app2"]) {
            #expect(Keychain.accessGroups == ["team.app", "com.example-app.app2"])
            #expect(Keychain.defaultAccessGroup == "team.app")

            try Keychain.InternetPassword.save(
                "MySecret",
                forAccount: "MyAccount",
                accessGroup: "com.example-app.app2"
            )

            let secret = try Keychain.InternetPassword.queryOne(
                forAccount: "MyAccount",
                accessGroup: "com.example-app.app2"
            )
            #expect(secret == "MySecret")
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "MyAccount") == nil)
            #expect(throws: KeychainError.itemSavingFailed(status: errSecMissingEntitlement)) {
                try Keychain.InternetPassword.save("x", forAccount: "a", accessGroup: "unknown")
            }
        }
    }

    @Test func synchronizablePasswords() throws {
        try isolated {
            try Keychain.InternetPassword.saveSynchronizable("MySecret", forAccount: "MyAccount")
            try Keychain.InternetPassword.upsertSynchronizable("MySecret", forAccount: "MyAccount")
            try Keychain.InternetPassword.updateSynchronizableItems(
                newPassword: "CHANGED",
                forAccount: "MyAccount"
            )
            let result = try Keychain.InternetPassword.deleteSynchronizableItems(
                forAccount: "MyAccount"
            )
            #expect(result)
        }
    }

    @Test func theTwoSetsAreApart() throws {
        try isolated {
            try Keychain.InternetPassword.save("here", forAccount: "MyAccount")
            try Keychain.InternetPassword.saveSynchronizable("there", forAccount: "MyAccount")
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "MyAccount") == "here")
            #expect(
                try Keychain.InternetPassword.queryOneSynchronizable(forAccount: "MyAccount")
                    == "there"
            )
            let items = try Keychain.InternetPassword.queryItems(forAccount: "MyAccount") ?? []
            #expect(items.map(\.synchronizable) == [false, true])
            #expect(items.map(\.password) == ["here", "there"])
            #expect(try Keychain.InternetPassword.deleteItems(forAccount: "MyAccount"))
            #expect(
                try Keychain.InternetPassword.queryOneSynchronizable(forAccount: "MyAccount")
                    == "there"
            )
        }
    }
}
