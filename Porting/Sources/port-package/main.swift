import Foundation
import PackagePorting

exit(Command.run(Array(CommandLine.arguments.dropFirst())))
