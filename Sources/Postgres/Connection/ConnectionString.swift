import Synchronization

/// A libpq connection URI or keyword string (libpq §34.1.1), including multi-host forms. It can be replaced while the program
/// runs, for instance after a change of password: open connections stay, new ones use the new string.
public final class ConnectionString: Sendable {
    private let current: Mutex<String>
    /// What its connections know of the hosts.
    let servers = ServerWatch()

    public init(_ text: String) { current = Mutex(text) }

    public var text: String { current.withLock { $0 } }

    /// - Returns: whether the text differs from the previous one.
    @discardableResult
    public func replace(with text: String) -> Bool {
        current.withLock { current in
            defer { current = text }
            return current != text
        }
    }
}
