import Glibc
import Logging

/// A running server under a guard.
struct Postmaster: Sendable {
    private let process: GuardedProcess

    /// The server's process id; `nil` until the guard has reported it.
    var pid: Int32? { process.programID }

    /// The guard's process id.
    var guardID: Int32 { process.guardID }

    /// The time limit for a start, including the recovery after a crash, which may take minutes on a slow disk.
    private static let patience = Duration.seconds(180)
    /// The time for which a start is repeated while the old shared memory is in use, by a backend that has not yet noticed the end of its server.
    private static let sharedMemoryTimeout = Duration.seconds(10)

    /// Starts the server and waits until it accepts connections. Throws `startFailed` if the server ends or is not ready within `patience`, and
    /// `orphanSurvives`. Cancelling the task does not interrupt a start; the caller must stop the returned server.
    static func start(
        _ program: GuardProgram, directory: DataDirectory, arguments: [String], logger: Logger
    ) async throws(EmbeddedPostgresError) -> Postmaster {
        let begin = ContinuousClock.now
        while true {
            try await Orphan(cluster: directory.cluster, logger: logger).clear()
            let logged = size(of: directory.log)
            let process = try program.keep("postgres", ["-D", directory.cluster] + arguments, log: directory.log)
            if try await isReady(process, cluster: directory.cluster, since: begin) {
                return Postmaster(process: process)
            }
            let words = process.errorOutput + tail(of: directory.log, from: logged)
            guard words.contains("pre-existing shared memory block"),
                ContinuousClock.now - begin < sharedMemoryTimeout
            else {
                throw .startFailed(reason: "the server ended with status \(process.exitStatus ?? -1)", log: words)
            }
            await pause(.milliseconds(200))
        }
    }

    /// Waits until the guard has ended, normally with the server, and returns the guard's exit status.
    func exited() async -> Int32 { await process.exited() }

    /// Requests a fast shutdown, and an immediate shutdown after ten seconds. Returns when the guard has ended.
    func stop() async { await process.stop() }

    /// Waits until the server is ready (`true`) or has ended (`false`). Throws `startFailed` after `patience`.
    private static func isReady(
        _ process: GuardedProcess, cluster: String, since begin: ContinuousClock.Instant
    ) async throws(EmbeddedPostgresError) -> Bool {
        while process.exitStatus == nil {
            // The state is valid only if the child of this process has written the file.
            if let pid = process.programID, let file = PostmasterFile(cluster: cluster), file.pid == pid, file.isReady {
                return true
            }
            guard ContinuousClock.now - begin < patience else {
                await process.stop()
                throw .startFailed(reason: "the server was not ready within \(patience)", log: "")
            }
            await pause(.milliseconds(10))
        }
        return false
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the log from an offset on, or the whole file if it was rotated meanwhile.
    private static func tail(of path: String, from offset: Int) -> String {
        guard let text = Folder.text(of: path) else { return "" }
        let bytes = Array(text.utf8)
        return String(decoding: bytes.count >= offset ? bytes[offset...] : bytes[...], as: UTF8.self)
    }
}
