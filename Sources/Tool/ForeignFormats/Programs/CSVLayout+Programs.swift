extension CSVLayout {
    /// All layouts; the first one that matches is used.
    package static let all: [CSVLayout] = [
        CSVLayout(
            .bitwardenCSV,
            marks: ["type", "name", "login_uri", "login_username", "login_password"],
            [
                "folder": .folder(.slashes), "collections": .tags,
                "favorite": .ignored, "type": .ignored, "reprompt": .ignored,
                "archiveddate": .ignored,
                "name": .title, "notes": .notes, "fields": .fields, "login_uri": .addresses,
                "login_username": .account, "login_password": .password,
                "login_totp": .secret(ForeignEntry.oneTimePassword),
            ]
        ),
        CSVLayout(
            .firefox,
            marks: ["url", "username", "password", "httprealm", "formactionorigin"],
            [
                "url": .address, "username": .account, "password": .password,
                "httprealm": .realm, "formactionorigin": .detail("Form"), "guid": .ignored,
                "timecreated": .created(.milliseconds), "timelastused": .ignored,
                "timepasswordchanged": .ignored,
            ]
        ),
        CSVLayout(
            .onePasswordCSV,
            marks: ["title", "url", "username", "password", "otpauth", "favorite", "archived"],
            [
                "title": .title, "url": .address, "username": .account, "password": .password,
                "otpauth": .secret(ForeignEntry.oneTimePassword), "favorite": .ignored,
                "archived": .ignored, "tags": .tags, "notes": .notes,
            ]
        ),
        CSVLayout(
            .keePassXCCSV,
            marks: ["group", "title", "username", "password", "url", "notes"],
            [
                "group": .folder(.inDatabase), "title": .title, "username": .account,
                "password": .password, "url": .address, "notes": .notes,
                "totp": .secret(ForeignEntry.oneTimePassword), "icon": .ignored,
                "last modified": .ignored, "created": .created(.text),
            ]
        ),
        CSVLayout(
            .lastPass,
            marks: ["url", "username", "password", "extra", "name", "grouping"],
            [
                "url": .address, "username": .account, "password": .password,
                "totp": .secret(ForeignEntry.oneTimePassword), "extra": .notes, "name": .title,
                "grouping": .folder(.backslashes), "fav": .ignored,
            ]
        ),
        CSVLayout(
            .protonPass,
            marks: ["type", "name", "url", "username", "password", "note", "totp", "createtime"],
            [
                "type": .kind, "name": .title, "url": .addresses,
                "email": .otherAccount("Email"), "username": .account, "password": .password,
                "note": .notes, "totp": .secret(ForeignEntry.oneTimePassword),
                "createtime": .created(.seconds), "modifytime": .ignored,
                "vault": .folder(.slashes),
            ]
        ),
        CSVLayout(
            .dashlane,
            marks: ["username", "username2", "username3", "title", "password", "url"],
            [
                "username": .account, "username2": .otherAccount("Username 2"),
                "username3": .otherAccount("Username 3"), "title": .title,
                "password": .password, "note": .notes, "url": .address,
                "category": .folder(.slashes),
                "otpsecret": .secret(ForeignEntry.oneTimePassword),
                "otpurl": .secret(ForeignEntry.oneTimePassword),
            ]
        ),
        CSVLayout(
            .apple,
            marks: ["title", "url", "username", "password"],
            [
                "title": .title, "url": .address, "username": .account, "password": .password,
                "notes": .notes, "otpauth": .secret(ForeignEntry.oneTimePassword),
            ]
        ),
        CSVLayout(
            .chrome,
            marks: ["name", "url", "username", "password"],
            [
                "name": .title, "url": .address, "username": .account, "password": .password,
                "note": .notes,
            ]
        ),
        // Dashlane writes notes into a file of their own.
        CSVLayout(.dashlane, marks: ["title", "note"], ["title": .title, "note": .notes]),
    ]
}
