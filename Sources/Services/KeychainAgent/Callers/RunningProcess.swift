internal import PortableKeychain

/// A process that has not ended, by its number and its start: another one may get the number later.
struct RunningProcess: Hashable, Sendable {
    var process: Int32
    var start: UInt64

    /// Asks the kernel; `nil` if there is no such process, or it has ended.
    ///
    /// - Parameter process: The number of a process.
    init?(_ process: Int32) {
        // One that has ended stays visible until its parent has looked (proc_pid_stat(5)).
        guard let line = KernelProcess(process), !["Z", "X"].contains(line.state) else {
            return nil
        }
        (self.process, start) = (process, line.start)
    }
}
