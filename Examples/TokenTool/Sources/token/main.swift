import Foundation
import PortableKeychain
import TokenKit

let command = TokenCommand(
    keychain: { () throws(KeychainError) in try Keychain.default },
    input: { FileHandle.standardInput.readDataToEndOfFile() },
    output: { FileHandle.standardOutput.write($0) },
    complaint: { FileHandle.standardError.write(Data("token: \($0)\n".utf8)) }
)
exit(command.run(Array(CommandLine.arguments.dropFirst())).rawValue)
