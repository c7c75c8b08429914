import Glibc

/// The process that this process replaces, which waits until this process is ready.
///
/// LISTEN_PPID is the process ID of the predecessor, and LISTEN_READY_FD the write end of a pipe to the predecessor. One byte in the pipe means that
/// this process serves requests; a pipe that is closed without a byte means that this process has failed.
struct Predecessor: Sendable {
    private let descriptor: Int32

    /// Reads the variables; `nil` if no predecessor started this process.
    init?(environment: [String: String], parent: Int32 = getppid()) {
        guard environment["LISTEN_PPID"].flatMap(Int32.init) == parent,
            let descriptor = environment["LISTEN_READY_FD"].flatMap(Int32.init), descriptor > STDERR_FILENO,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        self.descriptor = descriptor
    }

    /// Notifies the predecessor that this process serves requests. Call this method once.
    func release() {
        var byte = UInt8(ascii: "\n")
        // The predecessor may have ended.
        signal(SIGPIPE, SIG_IGN)
        _ = write(descriptor, &byte, 1)
        close(descriptor)
    }
}
