/// The options of the command line.
struct Options {
    var sizes = [10, 10_000, 1_000_000]
    var rounds = 7
    var isMarkdown = false
    var isJSON = false
    /// Counts instructions instead of measuring times.
    var countsInstructions = false
    /// Fails if a target of the instructions is missed.
    var checks = false
    /// The folder with the compiled peers.
    var peers = ""
    /// The folder with this package's other programs.
    var programs = ""

    static let usage = """
        usage: Benchmarks --peers FOLDER --programs FOLDER [--sizes 10,10000,1000000]
                          [--rounds 7] [--markdown | --json]
               Benchmarks instructions --peers FOLDER --programs FOLDER [--check] [--markdown]
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "instructions": countsInstructions = true
            case "--check": checks = true
            case "--markdown": isMarkdown = true
            case "--json": isJSON = true
            case "--sizes": sizes = try value(&rest).split(separator: ",").compactMap { Int($0) }
            case "--rounds": rounds = Int(try value(&rest)) ?? rounds
            case "--peers": peers = try value(&rest)
            case "--programs": programs = try value(&rest)
            default: throw Failure(Self.usage)
            }
        }
        guard !sizes.isEmpty, sizes.allSatisfy({ $0 > 0 }), rounds > 0 else {
            throw Failure(Self.usage)
        }
    }

    private func value(_ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw Failure(Self.usage) }
        return value
    }
}
