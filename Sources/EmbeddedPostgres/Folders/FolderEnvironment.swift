import Glibc

/// The folders named in the environment, by the program's own settings, by systemd (systemd.exec(5), "RuntimeDirectory=") and by the XDG base
/// directories. A folder is `nil` if its variable is not set.
public struct FolderEnvironment: Sendable, Hashable {
    /// The value of `TUTTI_DATA_DIR`.
    public var dataDirectory: String?
    /// The value of `TUTTI_PG_BIN_DIR`.
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
    /// The value of `TMPDIR`, or /tmp.
    public var temporaryDirectory: String
    /// The value of `PATH`, or standard folders; used to find `pg_config`.
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
