import Glibc

/// The folder that holds everything of one installation:
///
/// ```
/// service.lock   who uses the folder, locked for as long as he lives
/// pg/            the cluster, owned by the database user
/// auth/          pg_hba.conf and pg_ident.conf, owned by the service
/// log/           the server's log
/// ```
public struct DataDirectory: Sendable, Hashable {
    public let path: String

    /// A folder given by its path; a relative one counts from the working folder.
    public init(path: String) { self.path = Folder.absolute(path) }

    /// Finds the folder (spec O1.2): the setting, else the unit's state folder, else as root the
    /// system's state folder, else the user's data home. Nothing is made yet.
    ///
    /// The default data folder. Not in root's home, which the database user cannot enter.
    public init(_ surroundings: Surroundings, user: SystemUser) throws(EmbeddedPostgresError) {
        if let path = surroundings.dataDirectory ?? surroundings.stateDirectory {
            self.init(path: path)
        } else if user.isRoot {
            self.init(path: "/var/lib/tutti")
        } else if let path = surroundings.userDataDirectory {
            self.init(path: path + "/tutti")
        } else if let home = surroundings.home {
            self.init(path: home + "/.local/share/tutti")
        } else {
            throw .noUser(
                "Neither HOME nor TUTTI_DATA_DIR is set, so there is no folder for the data. Set TUTTI_DATA_DIR.")
        }
    }

    /// The cluster itself (PostgreSQL's PGDATA).
    public var cluster: String { path + "/pg" }
    /// The lock file.
    public var lockFile: String { path + "/service.lock" }
    /// The access rules.
    public var accessRules: String { path + "/auth" }
    /// The folder of the log files.
    public var logs: String { path + "/log" }
    /// The server's log, the newest of the rotated files.
    public var log: String { logs + "/postgres.log" }

    /// Whether the folder contains no cluster and none is being created. An unreadable folder counts as used.
    public var isUnused: Bool {
        guard access(cluster + "/PG_VERSION", F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return false }
        return !ServiceLock.isHeld(lockFile)
    }

    /// Makes the folder. As root others may pass through it, since the database user must; there is nothing to
    /// read in it.
    func make(user: SystemUser) throws(EmbeddedPostgresError) {
        try Folder.make(path, mode: user.isRoot ? 0o711 : 0o700)
    }

    /// Makes the folders inside, once the database user is known to reach them.
    func makeContents(user: SystemUser, databaseUser: SystemUser) throws(EmbeddedPostgresError) {
        try Folder.make(accessRules, mode: user.isRoot ? 0o711 : 0o700)
        try Folder.makePrivate(logs, owner: databaseUser)
    }
}
