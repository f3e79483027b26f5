internal import ArgumentParser
internal import ForeignFormats

/// An option takes it by its name; its module does not know the argument parser.
extension ForeignFormat: ExpressibleByArgument {}
