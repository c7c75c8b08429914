/// The kind of process that uses a data folder.
public enum ProcessKind: String, Sendable, Hashable {
    /// A service, which runs until it is stopped. Commands join the service's server.
    case service
    /// A short command that runs the server itself; other processes wait until it ends.
    case command
}
