internal import ArgumentParser

/// A duration such as `90s`, `15m`, `2h` or `1d`.
struct TimeSpan: ExpressibleByArgument, Equatable {
    let duration: Duration

    init?(argument: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        guard let unit = argument.last.flatMap({ units[$0] }),
            let count = UInt32(argument.dropLast()), count > 0,
            argument.utf8.first != UInt8(ascii: "+")
        else { return nil }
        duration = .seconds(Int(count) * unit)
    }

    var defaultValueDescription: String { "\(duration.components.seconds)s" }
}
