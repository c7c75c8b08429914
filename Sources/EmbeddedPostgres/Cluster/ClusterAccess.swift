/// The access of a process to a data folder.
enum ClusterAccess {
    /// Shared access with a service, whose server has its socket in the directory.
    case joined(SocketDirectory)
    /// Exclusive access, as long as the lock exists.
    case locked(ServiceLock)

    /// Takes the lock or joins its holder. Polls the lock, because `flock` would block a thread and because the holder may change from a command to a
    /// service meanwhile.
    ///
    /// Throws `inUse` immediately if this process and the holder are services, and otherwise after `patience` or when the task is cancelled. Throws
    /// `system` if the lock file cannot be opened, locked or written.
    static func find(
        _ configuration: EmbeddedCluster.Configuration, as kind: ServiceLock.Kind
    ) async throws(EmbeddedPostgresError) -> ClusterAccess {
        let directory = configuration.directory
        let end = ContinuousClock.now + configuration.patience
        while true {
            let lock = try ServiceLock.take(
                directory.lockFile, as: kind, socketDirectory: configuration.socketDirectory)
            if let lock { return .locked(lock) }
            let holder = ServiceLock.holder(directory.lockFile)
            if let holder, holder.kind == .service {
                guard kind == .command else {
                    throw .inUse(path: directory.path, holder: holder.pid, kind: holder.kind)
                }
                if let file = PostmasterFile(cluster: directory.cluster), file.isReady,
                    file.names(serverOf: directory.cluster)
                {
                    return .joined(holder.socketDirectory)
                }
            }
            guard ContinuousClock.now < end, !Task.isCancelled else {
                throw .inUse(path: directory.path, holder: holder?.pid ?? 0, kind: holder?.kind ?? .command)
            }
            await pause(.milliseconds(50))
        }
    }
}
