/// The access of a process to a data folder.
enum ClusterAccess {
    /// Shared access with a service. The associated value is the folder with the socket of its server.
    case joined(SocketDirectory)
    /// Exclusive access, as long as the lock exists.
    case locked(ServiceLock)

    /// Takes the lock or joins its holder. Polls the lock, because `flock` would block a thread and the holder may change meanwhile.
    ///
    /// - Throws: `inUse`, at once if both are services, otherwise after `patience` or on cancellation; `system` for the lock file.
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
