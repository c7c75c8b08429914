import Glibc

/// The process that started this one to take its place, and waits to be told that it may go.
///
/// It names itself in LISTEN_PPID and the write end of a pipe in LISTEN_READY_FD. One byte says that this process
/// serves; the pipe's end without one says that it failed, whatever it died of.
struct Predecessor: Sendable {
    private let descriptor: Int32

    /// `nil` when this process was not started by one.
    init?(environment: [String: String], parent: Int32 = getppid()) {
        guard environment["LISTEN_PPID"].flatMap(Int32.init) == parent,
            let descriptor = environment["LISTEN_READY_FD"].flatMap(Int32.init), descriptor > STDERR_FILENO,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        self.descriptor = descriptor
    }

    /// Tells that this process serves. Once.
    func release() {
        var byte = UInt8(ascii: "\n")
        // A predecessor that has died meanwhile needs no telling.
        signal(SIGPIPE, SIG_IGN)
        _ = write(descriptor, &byte, 1)
        close(descriptor)
    }
}
