internal import ArgumentParser
internal import ForeignFormats

// Declared here, because the module of the type does not import the argument parser.
extension ForeignFormat: ExpressibleByArgument {}
