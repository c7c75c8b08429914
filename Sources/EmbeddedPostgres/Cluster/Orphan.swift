import Glibc
import Logging

/// The leftovers of an earlier run in the cluster's folder. Only the holder of the service lock may use it, since no server may
/// run here then.
struct Orphan: Sendable {
    let cluster: String
    let logger: Logger

    /// How long a fast shutdown, and then an immediate one, may take.
    private static let patience = Duration.seconds(10)

    /// Stops a server that is still running here, and removes a `postmaster.pid` that means nothing
    /// (spec O1.3).
    ///
    /// PostgreSQL judges the file too, but refuses to start for ever when the number now belongs to another process
    /// of the same user. Removing it is safe against a server that this misses: the shared-memory segment, found by
    /// the folder's inode, still keeps a second one out.
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
