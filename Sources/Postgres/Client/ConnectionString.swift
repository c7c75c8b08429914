import Synchronization

/// A libpq connection URI or keyword string (libpq §34.1.1), multi-host forms included, that may be replaced while a
/// program runs: a password was changed. Connections that stand go on; each new one is made by the new text.
public final class ConnectionString: Sendable {
    private let current: Mutex<String>
    /// The knowledge of the hosts that its connections share.
    let servers = ServerWatch()

    public init(_ text: String) { current = Mutex(text) }

    public var text: String { current.withLock { $0 } }

    /// - Returns: whether it is another than before.
    @discardableResult
    public func replace(with text: String) -> Bool {
        current.withLock { current in
            defer { current = text }
            return current != text
        }
    }
}
