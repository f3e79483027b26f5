internal import ArgumentParser
@_spi(Keepers) internal import PortableKeychain

/// The options for attributes that only generic passwords have.
struct GenericPasswordOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The service, such as the name of a program or an API.")
    var service: String?
    @Option(help: .rare("Data of a program: text, or 0x and hexadecimal digits."))
    var generic: String?

    var given: [(AttributeKey, String?)] {
        [(.service, service), (.generic, generic)]
    }
}
