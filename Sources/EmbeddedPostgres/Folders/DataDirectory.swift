import Glibc

/// The folder that contains all data of one installation:
///
/// ```
/// service.lock   the lock, with the process that uses the folder
/// pg/            the cluster, owned by the database user
/// auth/          pg_hba.conf and pg_ident.conf, owned by the service
/// log/           the server's log
/// ```
public struct DataDirectory: Sendable, Hashable {
    public let path: String

    /// Creates a reference to a folder. A relative path starts at the working folder.
    public init(path: String) { self.path = Folder.absolute(path) }

    /// Chooses the default data folder (spec O1.2): the configured folder, the unit's state folder, the system's state folder for root, or the user's
    /// data home. Creates nothing. Throws `noUser` if none is available. Root's home is not used, because the database user cannot enter it.
    public init(_ folderEnvironment: FolderEnvironment, user: SystemUser) throws(EmbeddedPostgresError) {
        if let path = folderEnvironment.dataDirectory ?? folderEnvironment.stateDirectory {
            self.init(path: path)
        } else if user.isRoot {
            self.init(path: "/var/lib/tutti")
        } else if let path = folderEnvironment.userDataDirectory {
            self.init(path: path + "/tutti")
        } else if let home = folderEnvironment.home {
            self.init(path: home + "/.local/share/tutti")
        } else {
            throw .noUser(
                "TUTTI_DATA_DIR, XDG_DATA_HOME and HOME are not set, so there is no folder for the data. Set TUTTI_DATA_DIR."
            )
        }
    }

    /// The path of the cluster (PostgreSQL's PGDATA).
    public var cluster: String { path + "/pg" }
    /// The path of the lock file.
    public var lockFile: String { path + "/service.lock" }
    /// The path of the folder of the access rules.
    public var accessRules: String { path + "/auth" }
    /// The path of the folder of the log files.
    public var logs: String { path + "/log" }
    /// The path of the server's current log file.
    public var log: String { logs + "/postgres.log" }

    /// Whether the folder contains no cluster and no process uses it. An unreadable folder counts as used.
    public var isUnused: Bool {
        guard access(cluster + "/PG_VERSION", F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return false }
        return !ServiceLock.isHeld(lockFile)
    }

    /// Creates the folder and its missing parents; an existing folder stays unchanged. If root runs the service, other users may pass through the new
    /// folders, as the database user must, but not list them.
    func make(user: SystemUser) throws(EmbeddedPostgresError) {
        try Folder.make(path, mode: user.isRoot ? 0o711 : 0o700)
    }

    /// Creates the subfolders of the access rules and of the log, if they do not exist. The caller must have checked that the database user can reach
    /// the folder.
    func makeContents(user: SystemUser, databaseUser: SystemUser) throws(EmbeddedPostgresError) {
        try Folder.make(accessRules, mode: user.isRoot ? 0o711 : 0o700)
        try Folder.makePrivate(logs, owner: databaseUser)
    }
}
