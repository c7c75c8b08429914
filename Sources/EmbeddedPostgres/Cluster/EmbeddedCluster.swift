import Logging
import Synchronization

/// The installation's own PostgreSQL server: without network access, for one user, and stopped together with the program that started it (spec O1).
///
/// A program either runs the server, and restarts it after an unexpected end, or joins the server that a service runs on the same data folder.
public actor EmbeddedCluster {
    /// Whether the server belongs to another process, which this process has joined.
    public nonisolated let isJoined: Bool
    /// The folder of the server's socket.
    public nonisolated let socketDirectory: SocketDirectory

    private nonisolated let served: Mutex<RunningServer>
    private var lock: ServiceLock?
    private var supervision: Task<Void, Never>?

    private struct RunningServer {
        var postmaster: Postmaster?
        var isStopping = false
    }

    /// Creates the cluster if necessary, starts its server and supervises it, or joins the server of a service.
    ///
    /// - Parameter kind: a `.service` does not wait for another service, and a `.command` joins a service. Both wait for a command to end.
    /// - Throws: `inUse` if another process holds the folder; `noBinaries`, `wrongVersion`, `initialisationFailed`, `startFailed` or `orphanSurvives`
    ///   if there is no server to run; `unreachable`, `socketPathTooLong`, `unsafeDirectory` or `system` for a folder or file that cannot be used.
    public static func start(
        _ configuration: Configuration, as kind: ServiceLock.Kind, logger: Logger
    ) async throws(EmbeddedPostgresError) -> EmbeddedCluster {
        try configuration.directory.make(user: configuration.user)
        switch try await ClusterAccess.find(configuration, as: kind) {
        case .joined(let socketDirectory):
            return EmbeddedCluster(socketDirectory: socketDirectory)
        case .locked(let lock):
            let server = try await Server(configuration, logger: logger)
            let postmaster = try await server.start()
            let cluster = EmbeddedCluster(
                socketDirectory: configuration.socketDirectory, lock: lock, postmaster: postmaster)
            await cluster.watch(server)
            return cluster
        }
    }

    /// Returns the error that starting a service would throw because another service uses the data folder; `nil` if none does. Creates nothing.
    public static func refusal(_ configuration: Configuration) -> EmbeddedPostgresError? {
        let path = configuration.directory.lockFile
        guard ServiceLock.isHeld(path), let holder = ServiceLock.holder(path), holder.kind == .service else {
            return nil
        }
        return .inUse(path: configuration.directory.path, holder: holder.pid, kind: holder.kind)
    }

    private init(socketDirectory: SocketDirectory, lock: ServiceLock? = nil, postmaster: Postmaster? = nil) {
        self.socketDirectory = socketDirectory
        self.lock = lock
        isJoined = lock == nil
        served = Mutex(RunningServer(postmaster: postmaster))
    }

    /// Returns a keyword/value connection string (libpq §34.1.1) for connections with a role.
    public nonisolated func conninfo(role: Role, database: String = "tutti") -> String {
        conninfo(user: role.rawValue, database: database)
    }

    /// Returns a keyword string for one of the configured roles.
    public nonisolated func conninfo(user: String, database: String) -> String {
        [("host", socketDirectory.path), ("port", String(SocketDirectory.port)), ("user", user), ("dbname", database)]
            .map { "\($0)='\(Self.escaped($1))'" }
            .joined(separator: " ")
    }

    /// Whether the server runs; always `true` if this process has joined another server.
    public nonisolated var isRunning: Bool { isJoined || served.withLock { $0.postmaster != nil } }

    /// The process id of this process's server; `nil` while it does not run, and for a joined server.
    public nonisolated var serverID: Int32? { served.withLock { $0.postmaster?.pid } }

    /// The process id of the guard of this process's server; `nil` while it does not run, and for a joined server.
    public nonisolated var guardID: Int32? { served.withLock { $0.postmaster?.guardID } }

    /// Shuts the server down, waits for its end and releases the data folder. Does nothing if the server is joined or already stopped.
    public func stop() async {
        let postmaster = served.withLock {
            $0.isStopping = true
            return $0.postmaster
        }
        supervision?.cancel()
        await postmaster?.stop()
        await supervision?.value
        // While the lock is held, no other server can use the folder.
        if lock != nil { socketDirectory.remove() }
        lock = nil
    }

    // MARK: - Watching

    private func watch(_ server: Server) {
        supervision = Task { await self.supervise(server) }
    }

    /// Restarts the server whenever the server or its guard ends without `stop`.
    private nonisolated func supervise(_ server: Server) async {
        while let postmaster = served.withLock({ $0.postmaster }) {
            let status = await postmaster.exited()
            let isStopping = served.withLock {
                $0.postmaster = nil
                return $0.isStopping
            }
            if isStopping { return }
            server.logger.error("the database server ended", metadata: ["status": "\(status)"])
            await restart(server)
        }
    }

    /// Tries to start the server until it runs or `stop` is called. Pauses before each attempt; the pauses grow (`BackOff`).
    private nonisolated func restart(_ server: Server) async {
        var backOff = BackOff()
        while !served.withLock({ $0.isStopping }) {
            try? await Task.sleep(for: backOff.next())
            if served.withLock({ $0.isStopping }) { return }
            do {
                let postmaster = try await server.start()
                let isStopping = served.withLock {
                    if !$0.isStopping { $0.postmaster = postmaster }
                    return $0.isStopping
                }
                if isStopping { await postmaster.stop() }
                server.logger.notice("the database server is back")
                return
            } catch {
                server.logger.error("the database server does not start", metadata: ["reason": "\(error)"])
            }
        }
    }

    /// Returns a text for a quoted keyword value, with a backslash before each single quotation mark and each backslash.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if character == "'" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
