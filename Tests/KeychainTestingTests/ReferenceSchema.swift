import Foundation
@_spi(Keepers) import PortableKeychain

/// The kinds of attributes and the values that they accept (Specification 1.2).
enum ReferenceKind {
    case string, data, name, blob, number, date, digest, user, accessible, accessControl

    func convert(_ value: AttributeValue) throws(KeychainError) -> AttributeValue {
        switch (self, value) {
        case (.string, .string), (.data, .data), (.blob, .string), (.blob, .data),
            (.blob, .number), (.number, .number), (.date, .date), (.accessControl, .accessControl):
            return value
        case (.string, .data(let data)):
            if let text = String(data: data, encoding: .utf8) { return .string(text) }
        case (.data, .string), (.data, .number):
            return .data(Data(ReferenceSchema.bytes(value)))
        case (.number, .string(let text)):
            return Int32(text).flatMap { "\($0)" == text ? .number(Int64($0)) : nil } ?? value
        case (.name, .data(let data)):
            return .data(ReferenceObjects.normalized(data) ?? data)
        case (.accessible, .data(let data)):
            return try convert(.string(String(decoding: data, as: UTF8.self)))
        case (.digest, .data(let data)) where data.count == 20:
            return value
        case (.user, .data(let data)) where data.isEmpty || data.count == 16:
            return value
        case (.accessible, .string(let name)) where Accessibility(rawValue: name) != nil:
            return value
        default:
            break
        }
        throw KeychainError(.invalidParameter)
    }
}

/// The attributes of a class, and those of its key (Specification 1.3 to 1.6).
struct ReferenceSchema {
    var kinds: [String: ReferenceKind]
    var defaults: [String: AttributeValue]

    /// The names of the key's attributes.
    var key: [String] { defaults.keys.sorted() }

    static func of(_ itemClass: ItemClass?) throws(KeychainError) -> ReferenceSchema {
        switch itemClass {
        case ItemClass.genericPassword: return genericPassword
        case ItemClass.internetPassword: return internetPassword
        case nil: throw KeychainError(.invalidParameter)
        case ItemClass.certificate: return certificate
        case ItemClass.key: return key
        default: throw KeychainError(.noSuchClass)
        }
    }

    private static let genericPassword = ReferenceSchema(
        kinds: common.merging(passwords) { $1 }.merging(["svce": .blob, "gena": .blob]) { $1 },
        defaults: commonKey.merging(["acct": .string(""), "svce": .string("")]) { $1 }
    )

    private static let internetPassword = ReferenceSchema(
        kinds: common.merging(passwords) { $1 }.merging([
            "sdmn": .blob, "srvr": .blob, "ptcl": .number, "atyp": .blob, "port": .number,
            "path": .blob, "binn": .data, "bini": .data, "bin0": .data, "bin1": .data,
            "bin2": .data, "bin3": .data,
        ]) { $1 },
        defaults: commonKey.merging([
            "acct": .string(""), "sdmn": .string(""), "srvr": .string(""), "ptcl": .number(0),
            "atyp": .string(""), "port": .number(0), "path": .string(""),
        ]) { $1 }
    )

    private static let certificate = ReferenceSchema(
        kinds: common.merging([
            "ctyp": .number, "cenc": .number, "subj": .data, "issr": .name, "slnr": .data,
            "skid": .data, "pkhh": .data,
        ]) { $1 },
        defaults: commonKey.merging([
            "ctyp": .number(0), "issr": .data(Data()), "slnr": .data(Data()),
        ]) { $1 }
    )

    private static let key = ReferenceSchema(
        kinds: common.merging([
            "kcls": .number, "klbl": .data, "atag": .blob, "crtr": .number, "type": .number,
            "bsiz": .number, "esiz": .number, "sdat": .date, "edat": .date, "perm": .number,
            "priv": .number, "modi": .number, "sens": .number, "asen": .number, "extr": .number,
            "next": .number, "encr": .number, "decr": .number, "drve": .number, "sign": .number,
            "vrfy": .number, "snrc": .number, "vyrc": .number, "wrap": .number, "unwp": .number,
        ]) { $1 },
        defaults: commonKey.merging([
            "kcls": .number(0), "klbl": .data(Data()), "atag": .string(""), "crtr": .number(0),
            "type": .number(0), "bsiz": .number(0), "esiz": .number(0),
            "sdat": .date(Date(timeIntervalSinceReferenceDate: 0)),
            "edat": .date(Date(timeIntervalSinceReferenceDate: 0)),
        ]) { $1 }
    )

    private static let common: [String: ReferenceKind] = [
        "cdat": .date, "mdat": .date, "labl": .blob, "agrp": .string, "pdmn": .accessible,
        "accc": .accessControl, "sync": .number, "tomb": .number, "sha1": .digest,
        "vwht": .string, "tkid": .string, "musr": .user, "ggrp": .string, "UUID": .string,
        "sysb": .number, "pcss": .number, "pcsk": .blob, "pcsi": .blob, "alis": .blob,
    ]

    private static let passwords: [String: ReferenceKind] = [
        "acct": .blob, "desc": .blob, "icmt": .blob, "crtr": .number, "type": .number,
        "scrp": .number,
        "invi": .number, "nega": .number, "cusi": .number, "prot": .blob,
    ]

    private static let commonKey: [String: AttributeValue] = [
        "agrp": .string(""), "sync": .number(0), "vwht": .string(""), "tkid": .string(""),
        "musr": .data(Data()), "ggrp": .string(""),
    ]

    /// The bytes by which values are compared.
    static func bytes(_ value: AttributeValue) -> [UInt8] {
        switch value {
        case .string(let text): Array(text.utf8)
        case .data(let data): Array(data)
        case .number(let number):
            withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { Array($0) }
        case .date(let date): Array("\(date.timeIntervalSinceReferenceDate)".utf8)
        case .accessControl: []
        }
    }

    /// Checks and converts a caller's values.
    func read(
        _ attributes: ItemAttributes,
        faults: Set<ReferenceFault>
    ) throws(KeychainError) -> [String: AttributeValue] {
        var result: [String: AttributeValue] = [:]
        for (key, value) in attributes {
            if key.name == "clip" { throw KeychainError(.invalidParameter) }
            guard let kind = kinds[key.name] else {
                if faults.contains(.ignoresForeignAttributes) { continue }
                throw KeychainError(.noSuchAttribute)
            }
            if key.name == "sync", value == SynchronizationScope.any.value {
                result["sync"] = value
            } else if faults.contains(.keepsTypesOfNumbers), kind == .number {
                result[key.name] = value
            } else {
                result[key.name] = try kind.convert(value)
            }
        }
        return result
    }
}
