import Synchronization

/// A libpq connection URI or keyword string (libpq §34.1.1), including multi-host forms. The string can be replaced while the program runs; open
/// connections stay open, and new connections use the new string.
public final class ConnectionString: Sendable {
    private let current: Mutex<String>
    /// The states of the hosts, shared by all connections of this string.
    let servers = ServerWatch()

    public init(_ text: String) { current = Mutex(text) }

    public var text: String { current.withLock { $0 } }

    /// Replaces the text, and returns whether it has changed.
    @discardableResult
    public func replace(with text: String) -> Bool {
        current.withLock { current in
            defer { current = text }
            return current != text
        }
    }
}
