/// The server's settings (spec O1.8), passed on its command line, so that no edit of postgresql.conf can open the cluster to the network.
public struct ClusterSettings: Sendable, Hashable {
    /// The value of `max_connections`.
    public var connections = 50
    /// The value of `shared_buffers`, with its unit.
    public var sharedBuffers = "128MB"
    /// Whether a commit is on disk before the server acknowledges it. Only tests set this to `false`, which turns off all syncing.
    public var isDurable = true

    public init() {}

    func arguments(socketDirectory: SocketDirectory, accessRules: String) -> [String] {
        let settings = [
            "listen_addresses": "",
            "port": String(SocketDirectory.port),
            "unix_socket_directories": Self.listElement(socketDirectory.path),
            "hba_file": AccessRules.hostBasedFile(in: accessRules),
            "ident_file": AccessRules.identityFile(in: accessRules),
            "fsync": isDurable ? "on" : "off",
            "full_page_writes": isDurable ? "on" : "off",
            "synchronous_commit": isDurable ? "on" : "off",
            "recovery_init_sync_method": "syncfs",
            "jit": "off",
            "shared_buffers": sharedBuffers,
            "max_connections": String(connections),
            "log_destination": "stderr",
            "logging_collector": "off",
            "log_line_prefix": "%m [%p] %q%u@%d ",
            "idle_in_transaction_session_timeout": "30s",
            "timezone": "UTC",
            "log_timezone": "UTC",
        ]
        return settings.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
    }

    /// Returns an element of a list setting, quoted like an identifier, because a comma would otherwise end it.
    private static func listElement(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
