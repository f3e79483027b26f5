import CKeychainPlatform
import Foundation
import PortableKeychain
import Testing

/// The processes of this project's own programs.
@Suite struct HardenedProcessTests {
    /// A program that was started with `SIGCHLD` ignored learns how the programs ended that it starts.
    @Test func learnsHowProgramsEnded() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            pk_harden_process()
            let limits = ChildProgram.Limits(output: 64, seconds: 30)
            let answer = try ChildProgram(["sh", "-c", "exit 3"]).run(limits: limits)
            #expect(answer.status == 3)
        }
    }
}
