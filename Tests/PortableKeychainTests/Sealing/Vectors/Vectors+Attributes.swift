import Foundation

@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// Encoded attributes (vault-format.md §8.1).
    static func attributes() throws -> [Vector] {
        let rules = AccessControl.Constraints.userPresence
        let all: ItemAttributes = [
            .account: .string("jané"), .generic: .data(Data([0, 255])), .creator: .number(-2),
            .creationDate: .date(Date(timeIntervalSinceReferenceDate: 1.5)),
            .accessControl: .accessControl(
                try AccessControl(.whenUnlockedThisDeviceOnly, constraints: rules)
            ),
        ]
        let every = vector(
            "attributes",
            all,
            "one of each type",
            [
                "gives-accc": "access aku 1", "gives-acct": "text 6a616ec3a9",
                "gives-cdat": "date 1.5", "gives-crtr": "number -2", "gives-gena": "data 00ff",
            ]
        )
        return [
            every,
            vector("attributes-none", [:], "no attribute", [:]),
            vector(
                "attributes-empty",
                [.account: .string(""), .generic: .data(Data())],
                "empty values",
                ["gives-acct": "text ", "gives-gena": "data "]
            ),
            vector(
                "attributes-limits",
                [.creator: .number(.min), .type: .number(.max)],
                "the least and the greatest number",
                [
                    "gives-crtr": "number -9223372036854775808",
                    "gives-type": "number 9223372036854775807",
                ]
            ),
            vector(
                "attributes-empty-rules",
                [.accessControl: .accessControl(try AccessControl(.always, constraints: []))],
                "an access control whose rules allow everything",
                ["gives-accc": "access dk 0"]
            ),
        ] + order(every) + values(every)
    }

    private static func vector(
        _ name: String,
        _ attributes: ItemAttributes,
        _ comment: String,
        _ gives: [String: String]
    ) -> Vector {
        .good(
            name,
            "attributes",
            section: "8.1",
            must: ["M33", "M34"],
            comment,
            gives.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            ByteWriter.bytes { AttributeCoding.encode(attributes, into: &$0) }
        )
    }

    private static func order(_ base: Vector) -> [Vector] {
        let account = attribute("acct", 1, Array("a".utf8))
        let label = attribute("labl", 1, Array("b".utf8))
        func list(_ count: UInt16, _ parts: [UInt8]...) -> (inout [UInt8]) -> Void {
            let bytes = ByteWriter.bytes { $0.integer(count) } + parts.flatMap { $0 }
            return { $0 = bytes }
        }
        return [
            base.bad("unsorted", must: ["M2", "M33"], "a name before it", list(2, label, account)),
            base.bad("twice", must: ["M2", "M33"], "a name twice", list(2, account, account)),
            base.bad("count-more", must: ["M1"], "one more counted", list(2, account)),
            base.bad("count-max", must: ["M9"], "65,535 counted", list(.max, account)),
            base.bad("count-less", must: ["M1"], "one less counted", list(1, account, label)),
            base.bad("short", must: ["M1"], "the last byte is missing") { $0.removeLast() },
            base.bad("long", must: ["M1"], "one byte more") { $0.append(0) },
            base.bad("nothing", must: ["M1"], "no bytes at all") { $0 = [] },
            base.bad("no-value", must: ["M1"], "a name alone", list(1, Array("acct".utf8))),
        ]
    }

    private static func values(_ base: Vector) -> [Vector] {
        func bad(
            _ name: String,
            _ type: UInt8,
            _ value: [UInt8],
            _ comment: String,
            must: String = "M34"
        ) -> Vector {
            let bytes = ByteWriter.bytes { $0.integer(UInt16(1)) } + attribute("accc", type, value)
            return base.bad(name, must: [must], comment) { $0 = bytes }
        }
        let zeros = [UInt8](repeating: 0, count: 8)
        return [
            bad("type-0", 0, [], "type 0", must: "M1"),
            bad("type-6", 6, [], "type 6", must: "M1"),
            bad("text", 1, [0xC3], "half a character"),
            bad("text-overlong", 1, [0xC0, 0x80], "a zero in two bytes"),
            bad("text-surrogate", 1, [0xED, 0xA0, 0x80], "half a pair of surrogates"),
            bad("number-short", 3, [UInt8](zeros.dropLast()), "a number of 7 bytes"),
            bad("number-long", 3, zeros + [0], "a number of 9 bytes"),
            bad("date-short", 4, [0, 0, 0, 0], "a date of 4 bytes"),
            bad("date-long", 4, zeros + [0], "a date of 9 bytes"),
            bad("access-class", 5, [5, 0] + zeros, "an access control of class 5"),
            bad("access-mark", 5, [6, 2] + zeros, "has rules: 2"),
            bad("access-no-rules", 5, [6, 0] + zeros.dropLast() + [1], "no rules, and one"),
            bad("access-rules", 5, [6, 1, 0, 0, 0, 0, 0, 0, 0xC0, 0], "all of them and any"),
            bad("access-biometry", 5, [6, 1] + zeros.dropLast() + [0x0A], "both biometries"),
            bad("access-short", 5, [6, 1] + zeros.dropLast(), "an access control of 9 bytes"),
            bad("access-long", 5, [6, 1] + zeros + [0], "an access control of 11 bytes"),
            base.bad("length-huge", must: ["M9"], "a value of 4 GiB") {
                $0 =
                    [0, 1] + Array("acct".utf8) + [1, 255, 255, 255, 255] + Array("short".utf8)
            },
        ]
    }

    static func attribute(_ name: String, _ type: UInt8, _ value: [UInt8]) -> [UInt8] {
        Array(name.utf8) + [type] + ByteWriter.bytes { $0.sized(value) }
    }
}
