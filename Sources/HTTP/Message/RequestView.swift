/// The head of a request in the read buffer, valid only during the call that receives it. Requests with App-Version get no view.
public struct RequestView: ~Copyable {
    /// Whether the method is GET or HEAD.
    public let isSafe: Bool
    /// The target as sent, with path and query.
    public let target: UnsafeBufferPointer<UInt8>
    /// The authority; empty for an HTTP/1.0 request without one.
    public let authority: UnsafeBufferPointer<UInt8>

    public init(isSafe: Bool, target: UnsafeBufferPointer<UInt8>, authority: UnsafeBufferPointer<UInt8>) {
        self.isSafe = isSafe
        self.target = target
        self.authority = authority
    }
}
