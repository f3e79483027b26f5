@_spi(Keepers) internal import PortableKeychain
internal import KeychainEssentials

/// One line of an ``ItemBlock``: a column of the tables in macOS's keychain files.
struct BlockColumn: Sendable {
    /// The name of the column: four characters, or the four bytes of a number.
    let tag: [UInt8]
    let format: String
    /// The attribute; `nil` for columns without a value here.
    let key: AttributeKey?
    /// The default value.
    var standard: [UInt8]?

    /// The value as bytes; `nil` if there is none.
    func bytes(_ attributes: ItemAttributes) -> [UInt8]? {
        guard let value = key.flatMap({ attributes[$0] }) else { return standard }
        switch value {
        case .string(let text): return text.isEmpty ? standard : Array(text.utf8)
        case .data(let data): return data.isEmpty ? standard : Array(data)
        case .number(let number): return BufferForm.bytes(number)
        case .date(let date): return Self.bytes(date)
        case .accessControl: return standard
        }
    }

    /// A time as `YYYYMMDDhhmmssZ` in UTC, with a terminating NUL.
    private static func bytes(_ date: Date) -> [UInt8] {
        Array(date.formatted(.iso8601).filter { $0.isNumber || $0 == "Z" }.utf8) + [0]
    }

    /// Generic passwords.
    static let genericPassword: [BlockColumn] = [
        number(7, "blob", .label), number(8, "blob", nil), name("acct", "blob", .account),
        name("cdat", "timedate", .creationDate), name("crtr", "uint32", .creator),
        name("cusi", "sint32", .hasCustomIcon), name("desc", "blob", .description),
        name("gena", "blob", .generic), name("icmt", "blob", .comment),
        name("invi", "sint32", .isInvisible), name("mdat", "timedate", .modificationDate),
        name("nega", "sint32", .isNegative), name("prot", "blob", .protected),
        name("scrp", "sint32", .scriptCode), name("svce", "blob", .service),
        name("type", "uint32", .type),
    ]

    /// Internet passwords.
    static let internetPassword: [BlockColumn] = [
        number(7, "blob", .label), number(8, "blob", nil), name("acct", "blob", .account),
        name("atyp", "blob", .authenticationType), name("cdat", "timedate", .creationDate),
        name("crtr", "uint32", .creator), name("cusi", "sint32", .hasCustomIcon),
        name("desc", "blob", .description), name("icmt", "blob", .comment),
        name("invi", "sint32", .isInvisible), name("mdat", "timedate", .modificationDate),
        name("nega", "sint32", .isNegative), name("path", "blob", .path),
        name("port", "uint32", .port, standard: 0), name("prot", "blob", .protected),
        name("ptcl", "uint32", .networkProtocol, standard: 0),
        name("scrp", "sint32", .scriptCode), name("sdmn", "blob", .securityDomain),
        name("srvr", "blob", .server), name("type", "uint32", .type),
    ]

    /// Certificates.
    static let certificate: [BlockColumn] = [
        name("alis", "blob", .alias), name("cenc", "uint32", .certificateEncoding),
        name("ctyp", "uint32", .certificateType), name("hpky", "blob", .publicKeyHash),
        name("issu", "blob", .issuer), name("labl", "blob", .label),
        name("skid", "blob", .subjectKeyID), name("snbr", "blob", .serialNumber),
        name("subj", "blob", .subject),
    ]

    /// Keys; their columns have numbers.
    static let key: [BlockColumn] = keyColumns.enumerated().map {
        number(Int64($0.offset), $0.element.format, $0.element.key)
    }

    private static let keyColumns: [(format: String, key: AttributeKey?)] = [
        ("uint32", .keyClass), ("blob", .label), ("blob", .alias), ("uint32", .isPermanent),
        ("uint32", .isPrivate), ("uint32", .isModifiable), ("blob", .applicationLabel),
        ("blob", .applicationTag), ("blob", nil), ("uint32", .type),
        ("uint32", .keySizeInBits), ("uint32", .effectiveKeySize), ("blob", nil),
        ("blob", nil), ("uint32", .isSensitive), ("uint32", .wasAlwaysSensitive),
        ("uint32", .isExtractable), ("uint32", .wasNeverExtractable), ("uint32", .canEncrypt),
        ("uint32", .canDecrypt), ("uint32", .canDerive), ("uint32", .canSign),
        ("uint32", .canSignRecover), ("uint32", .canVerify), ("uint32", .canVerifyRecover),
        ("uint32", .canWrap), ("uint32", .canUnwrap),
    ]

    private static func name(
        _ tag: String,
        _ format: String,
        _ key: AttributeKey,
        standard: Int64? = nil
    ) -> BlockColumn {
        BlockColumn(
            tag: Array(tag.utf8),
            format: format,
            key: key,
            standard: standard.map(BufferForm.bytes)
        )
    }

    private static func number(
        _ tag: Int64,
        _ format: String,
        _ key: AttributeKey?
    ) -> BlockColumn {
        BlockColumn(tag: BufferForm.bytes(tag), format: format, key: key)
    }
}
