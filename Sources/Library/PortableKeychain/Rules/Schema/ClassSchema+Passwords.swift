extension ClassSchema {
    static let genericPassword = ClassSchema(
        .genericPassword,
        accessibility: .whenUnlocked,
        lookups: [.account, .service, .label],
        [
            AttributeRule(key: .account, kind: .blob),
            AttributeRule(key: .service, kind: .blob),
            AttributeRule(key: .generic, kind: .blob),
        ] + passwords
    )

    static let internetPassword = ClassSchema(
        .internetPassword,
        accessibility: .whenUnlocked,
        lookups: [.account, .server, .label],
        [
            AttributeRule(key: .account, kind: .blob),
            AttributeRule(key: .securityDomain, kind: .blob),
            AttributeRule(key: .server, kind: .blob),
            AttributeRule(key: .networkProtocol, kind: .number),
            AttributeRule(key: .authenticationType, kind: .blob),
            AttributeRule(key: .port, kind: .number),
            AttributeRule(key: .path, kind: .blob),
        ] + passwords
            + [
                .extraNotes, .extraHistory, .extraClientDefined0, .extraClientDefined1,
                .extraClientDefined2, .extraClientDefined3,
            ].map { AttributeRule(key: $0, kind: .data, visibility: .withData) }
    )

    /// The attributes of both kinds of passwords that are not part of their primary keys.
    private static let passwords = [
        AttributeRule(key: .description, kind: .blob),
        AttributeRule(key: .comment, kind: .blob),
        AttributeRule(key: .creator, kind: .number),
        AttributeRule(key: .type, kind: .number),
        AttributeRule(key: .scriptCode, kind: .number),
        AttributeRule(key: .alias, kind: .blob),
        AttributeRule(key: .isInvisible, kind: .number),
        AttributeRule(key: .isNegative, kind: .number),
        AttributeRule(key: .hasCustomIcon, kind: .number),
        AttributeRule(key: .protected, kind: .blob),
    ]
}
