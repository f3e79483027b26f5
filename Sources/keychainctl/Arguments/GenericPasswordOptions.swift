internal import ArgumentParser
internal import PortableKeychain

/// The attributes that generic passwords alone have.
struct GenericPasswordOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "What the secret is for, such as a program or an API.")
    var service: String?
    @Option(help: "Bytes of a program's own: text, or 0x and hexadecimal digits.")
    var generic: String?

    var given: [(AttributeKey, String?)] {
        [(.service, service), (.generic, generic)]
    }
}
