import Glibc
import Logging

/// The remains of an earlier run in the cluster's folder. Only the holder of the service lock may use this type.
struct Orphan: Sendable {
    let cluster: String
    let logger: Logger

    /// The time limit of a fast shutdown, and of the immediate shutdown after it.
    private static let patience = Duration.seconds(10)

    /// Stops a server that still runs on the folder, or throws `orphanSurvives`, and removes a stale `postmaster.pid` (spec O1.3).
    ///
    /// PostgreSQL refuses to start if the file's process id now belongs to another process of the same user. Removing the file is safe: a second
    /// server finds the shared-memory segment of a server that was not detected, and refuses to start.
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
