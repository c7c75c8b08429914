import Glibc
import Logging

/// The remains of an earlier run in the cluster's folder. Only the holder of the service lock may use this type, because no other
/// process may then run a server on the folder.
struct Orphan: Sendable {
    let cluster: String
    let logger: Logger

    /// The time limit of a fast shutdown, and of the immediate shutdown after it.
    private static let patience = Duration.seconds(10)

    /// Stops a server that still runs on the folder, and removes a stale `postmaster.pid` (spec O1.3). Throws `orphanSurvives` if the server runs on
    /// after both shutdowns.
    ///
    /// PostgreSQL checks the file too, but refuses to start if the process id now belongs to another process of the same user. Removing
    /// the file is safe even if a running server was not detected: a second server finds the first one's shared-memory segment by the
    /// folder's inode and refuses to start.
    func clear() async throws(EmbeddedPostgresError) {
        guard Folder.text(of: PostmasterFile.path(cluster)) != nil else { return }
        if let file = PostmasterFile(cluster: cluster), file.names(serverOf: cluster) {
            logger.notice("stopping a database server left by an earlier run", metadata: ["pid": "\(file.pid)"])
            try await stop(file)
        }
        unlink(PostmasterFile.path(cluster))
    }

    private func stop(_ file: PostmasterFile) async throws(EmbeddedPostgresError) {
        for signal in [SIGINT, SIGQUIT] {
            kill(file.pid, signal)
            let end = ContinuousClock.now + Self.patience
            while ContinuousClock.now < end {
                guard file.names(serverOf: cluster) else { return }
                await pause(.milliseconds(20))
            }
        }
        throw .orphanSurvives(pid: file.pid)
    }
}
