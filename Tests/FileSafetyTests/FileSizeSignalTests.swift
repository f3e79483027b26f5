import FileSafety
import Foundation
import Testing

/// Each test limits the size of files of a process of its own.
@Suite struct FileSizeSignalTests {
    @Test func endsAProcessByDefault() async {
        await #expect(processExitsWith: .signal(SIGXFSZ)) {
            change(SIG_UNBLOCK)
            _ = writeTooMuch()
        }
    }

    @Test func isAnErrorInstead() async {
        await #expect(processExitsWith: .success) {
            change(SIG_UNBLOCK)
            for _ in 1...2 {
                try #require(FileSizeSignal.asError { writeTooMuch() } == EFBIG)
            }
            // One inside another, as where the store creates a file.
            let nested = FileSizeSignal.asError { FileSizeSignal.asError { writeTooMuch() } }
            try #require(nested == EFBIG)
        }
    }

    @Test func staysAsItWasElsewhere() async {
        await #expect(processExitsWith: .signal(SIGXFSZ)) {
            change(SIG_UNBLOCK)
            _ = FileSizeSignal.asError { writeTooMuch() }
            _ = writeTooMuch()
        }
    }

    /// A signal that was sent before is not ours to take.
    @Test func leavesASignalThatWaits() async {
        await #expect(processExitsWith: .signal(SIGXFSZ)) {
            change(SIG_BLOCK)
            pthread_kill(pthread_self(), SIGXFSZ)
            _ = FileSizeSignal.asError { writeTooMuch() }
            change(SIG_UNBLOCK)
        }
    }

    /// Threads of libdispatch block all signals.
    @Test func leavesASignalBlocked() async {
        await #expect(processExitsWith: .success) {
            change(SIG_BLOCK)
            _ = FileSizeSignal.asError { writeTooMuch() }
            var pending = sigset_t()
            sigpending(&pending)
            try #require(sigismember(&pending, SIGXFSZ) == 0)
            try #require(writeTooMuch() == EFBIG)
        }
    }
}

/// Blocks or unblocks the signal in this thread.
private func change(_ how: Int32) {
    var size = sigset_t()
    sigemptyset(&size)
    sigaddset(&size, SIGXFSZ)
    pthread_sigmask(how, &size, nil)
}

/// Writes beyond the limit on the size of files, and returns the error number; 0 without an error.
private func writeTooMuch() -> Int32 {
    var limit = rlimit(rlim_cur: 10, rlim_max: .max)
    #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
        setrlimit(RLIMIT_FSIZE, &limit)
    #endif
    guard let file = tmpfile() else { return -1 }
    defer { fclose(file) }
    return pwrite(fileno(file), [1, 2], 2, 100) < 0 ? errno : 0
}
