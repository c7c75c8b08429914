import Glibc

/// The folders named by environment variables: those of this program, of systemd (systemd.exec(5), "RuntimeDirectory="), of the XDG Base Directory
/// Specification, and standard ones such as `HOME`. A folder is `nil` if its variable is not set.
public struct FolderEnvironment: Sendable, Hashable {
    /// The value of `TUTTI_DATA_DIR`: the data folder.
    public var dataDirectory: String?
    /// The value of `TUTTI_PG_BIN_DIR`: the folder of PostgreSQL's programs.
    public var binaryDirectory: String?
    /// The first folder in `STATE_DIRECTORY`, the unit's state folder.
    public var stateDirectory: String?
    /// The first folder in `RUNTIME_DIRECTORY`, the unit's runtime folder.
    public var runtimeDirectory: String?
    /// The value of `XDG_DATA_HOME`.
    public var userDataDirectory: String?
    /// The value of `XDG_RUNTIME_DIR`.
    public var userRuntimeDirectory: String?
    /// The value of `HOME`.
    public var home: String?
    /// The value of `TMPDIR`; /tmp if it is not set.
    public var temporaryDirectory: String
    /// The value of `PATH`, where `pg_config` is looked up; three standard folders if it is not set.
    public var path: String

    /// Reads the variables of an environment; an empty value counts as unset.
    public init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        // systemd separates several folders by colons; the first is the main one.
        func first(_ name: String) -> String? { value(name)?.split(separator: ":").first.map(String.init) }
        dataDirectory = value("TUTTI_DATA_DIR")
        binaryDirectory = value("TUTTI_PG_BIN_DIR")
        stateDirectory = first("STATE_DIRECTORY")
        runtimeDirectory = first("RUNTIME_DIRECTORY")
        userDataDirectory = value("XDG_DATA_HOME")
        userRuntimeDirectory = value("XDG_RUNTIME_DIR")
        home = value("HOME")
        temporaryDirectory = value("TMPDIR") ?? "/tmp"
        path = value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    }
}
