/// The kind of process that uses a data folder.
public enum ProcessKind: String, Sendable, Hashable {
    /// A service, which runs until it is stopped. Other processes join the service's cluster.
    case service
    /// A short command with its own cluster; other processes wait until it ends.
    case command
}
