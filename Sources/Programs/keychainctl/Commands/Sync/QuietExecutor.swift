internal import PortableKeychain

/// Runs tasks on threads that take no time of the processor while there is nothing to do.
///
/// Without it, tasks run on the global queues of Dispatch. From their first use on, Dispatch on Linux counts the
/// threads that could run once a second, as strace(1) shows by timerfd_settime(2) (Swift 6.3). Tasks that wait need
/// ``QuietClock`` too.
final class QuietExecutor: TaskExecutor {
    static let shared = QuietExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        BackgroundThreads.shared.run { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
