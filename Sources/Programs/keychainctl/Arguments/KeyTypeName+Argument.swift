internal import ArgumentParser
internal import KeychainctlKit

// Declared here, because the module of the type does not import the argument parser.
extension KeyTypeName: ExpressibleByArgument {}
