/// A failure to provide the embedded cluster. `description` is a sentence for the person at the terminal, with a remedy if there is one.
public enum EmbeddedPostgresError: Error, Sendable, Hashable {
    /// No PostgreSQL server programs were found in these folders.
    case noBinaries(searched: [String])
    /// The process's user has no name, the database user does not exist, or the environment names no folder for the data.
    case noUser(String)
    /// The database user cannot enter `obstacle`, which is `path` or one of its parents.
    case unreachable(path: String, obstacle: String, user: String)
    /// The socket's path is longer than the 107 bytes of a Unix socket address.
    case socketPathTooLong(path: String)
    /// The path is not a folder, or another user owns or can access the folder.
    case unsafeDirectory(path: String, reason: String)
    /// Another process holds the data folder (exit status 3). `holder` is its process id, or 0 if unknown.
    case inUse(path: String, holder: Int32, kind: ProcessKind)
    /// The major version of PostgreSQL that wrote the data differs from the version of the programs found.
    case wrongVersion(path: String, data: String, programs: String)
    /// The program that creates the cluster failed. `output` is the text that it printed.
    case initialisationFailed(output: String)
    /// PostgreSQL did not become ready, or its guard failed. `log` contains the messages since the start, as far as they are known.
    case startFailed(reason: String, log: String)
    /// The server of an earlier run did not end.
    case orphanSurvives(pid: Int32)
    /// A system call failed on `path`. `error` is an `errno` value.
    case system(call: String, path: String, error: Int32)
}

extension EmbeddedPostgresError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noBinaries(let searched):
            """
            The PostgreSQL server programs were not found (looked in \(searched.joined(separator: ", "))). \
            Install them with: apt-get install -y --no-install-recommends postgresql \
            — or name their folder in TUTTI_PG_BIN_DIR.
            """
        case .noUser(let reason):
            reason
        case .unreachable(let path, let obstacle, let user):
            """
            PostgreSQL runs as the user \(user), who has no access to \(obstacle) and therefore cannot use \(path). \
            Give that user access to the folder, or choose another folder \
            (TUTTI_DATA_DIR for the data, XDG_RUNTIME_DIR or TMPDIR for the socket).
            """
        case .socketPathTooLong(let path):
            """
            The path of the socket \(path) has \(path.utf8.count) bytes; \
            the system allows \(longestSocketPath) bytes. \
            Set XDG_RUNTIME_DIR or TMPDIR to a folder with a shorter path.
            """
        case .unsafeDirectory(let path, let reason):
            """
            \(path) cannot be used as a private folder: \(reason). \
            Rename \(path), or correct its owner and mode (0700).
            """
        case .inUse(let path, let holder, let kind):
            """
            The data folder \(path) is in use by another \(kind.rawValue) (process \(holder)). \
            Stop that process, or choose another data folder (TUTTI_DATA_DIR).
            """
        case .wrongVersion(let path, let data, let programs):
            """
            \(path) was written by PostgreSQL \(data), but the programs found are version \(programs). \
            Install postgresql-\(data) again. To change to version \(programs), run version \(data), \
            dump the data with pg_dump, and restore the dump into a new folder.
            """
        case .initialisationFailed(let output):
            """
            The PostgreSQL data folder could not be initialised. \
            Remove the cause, then start Tutti again. Output of PostgreSQL:
            \(output)
            """
        case .startFailed(let reason, let log):
            log.isEmpty ? "PostgreSQL did not start: \(reason)." : "PostgreSQL did not start: \(reason).\n\(log)"
        case .orphanSurvives(let pid):
            "A PostgreSQL server of an earlier run (process \(pid)) does not stop; stop the process manually."
        case .system(let call, let path, let error):
            "\(call) \(path): \(systemErrorText(error))"
        }
    }
}
