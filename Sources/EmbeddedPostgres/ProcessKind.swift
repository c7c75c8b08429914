/// The kind of process that uses a data folder.
public enum ProcessKind: String, Sendable, Hashable {
    /// A service, which runs until it is stopped. Commands join the service's server.
    case service
    /// A short command. It joins the server of a running service, or otherwise runs the server itself; other processes then wait for its end.
    case command
}
