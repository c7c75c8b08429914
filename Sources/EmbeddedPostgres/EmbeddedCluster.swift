import Logging
import Synchronization

/// The installation's own PostgreSQL: no network, one user, and gone with the program that started it
/// (spec O1).
///
/// A program either runs the cluster, and then restarts the server when it dies, or joins the one that a service on
/// the same data folder runs.
public actor EmbeddedCluster {
    /// Whether the server belongs to another process, which this one only joined.
    public nonisolated let isJoined: Bool
    /// The folder of the server's socket.
    public nonisolated let socketDirectory: SocketDirectory

    private nonisolated let served: Mutex<Served>
    private var lock: ServiceLock?
    private var supervision: Task<Void, Never>?

    /// The server that runs now; written by the supervision, read from everywhere.
    private struct Served {
        var postmaster: Postmaster?
        var isStopping = false
    }

    /// Makes the cluster if need be, starts its server and watches over it; or joins the server of a service.
    ///
    /// - Parameter kind: a `.service` never joins: it fails with `inUse` when another has the folder. A `.command`
    ///   joins a service, and waits for another command to end.
    public static func start(
        _ configuration: Configuration, as kind: ServiceLock.Kind, logger: Logger
    ) async throws(EmbeddedPostgresError) -> EmbeddedCluster {
        try configuration.directory.make(user: configuration.user)
        switch try await Entrance.find(configuration, as: kind) {
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

    /// Why a service could not start on this data folder now, without making anything: another service has it.
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
        served = Mutex(Served(postmaster: postmaster))
    }

    /// A libpq keyword string (libpq §34.1.1) for connections in that role.
    public nonisolated func conninfo(role: Role, database: String = "tutti") -> String {
        conninfo(user: role.rawValue, database: database)
    }

    /// The same for a role by name, which must be one of the configured ones.
    public nonisolated func conninfo(user: String, database: String) -> String {
        [("host", socketDirectory.path), ("port", String(SocketDirectory.port)), ("user", user), ("dbname", database)]
            .map { "\($0)='\(Self.escaped($1))'" }
            .joined(separator: " ")
    }

    /// Whether the server is up, as far as this process knows: always so when joined.
    public nonisolated var isRunning: Bool { isJoined || served.withLock { $0.postmaster != nil } }

    /// The server's process id while it is up and ours.
    public nonisolated var serverID: Int32? { served.withLock { $0.postmaster?.pid } }

    /// The process id of the guard while the server is up and ours.
    public nonisolated var guardID: Int32? { served.withLock { $0.postmaster?.guardID } }

    /// Shuts the server down, waits until it has ended, takes its socket's folder away and gives the data folder up;
    /// does nothing when joined or already stopped.
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

    /// Restarts a server that ends by itself.
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

    /// Tries until it runs again, with growing pauses between starts that fail. One that was ready and then died
    /// is started at once, however often: a concert waits for it.
    private nonisolated func restart(_ server: Server) async {
        var backOff = BackOff()
        while !served.withLock({ $0.isStopping }) {
            // Cut short by `stop`.
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

    /// Keyword strings are quoted by single quotes, with backslashes before those and backslashes.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if character == "'" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
