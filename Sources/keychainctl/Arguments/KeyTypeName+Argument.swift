internal import ArgumentParser
internal import KeychainctlKit

/// An option takes it by its name; its module does not know the argument parser.
extension KeyTypeName: ExpressibleByArgument {}
