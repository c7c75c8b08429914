/// The head of a request in the read buffer, without a copy or an allocation. The pointers are valid only during the call that receives the view, so
/// the view cannot be copied. A request with App-Version gets no view, since the responder must check the version.
public struct RequestView: ~Copyable {
    /// Whether the method is GET or HEAD; only these methods are answered from memory.
    public let isSafe: Bool
    /// The bytes of the target as sent, with path and query.
    public let target: UnsafeBufferPointer<UInt8>
    /// The bytes of the authority; empty for an HTTP/1.0 request without one.
    public let authority: UnsafeBufferPointer<UInt8>

    public init(isSafe: Bool, target: UnsafeBufferPointer<UInt8>, authority: UnsafeBufferPointer<UInt8>) {
        self.isSafe = isSafe
        self.target = target
        self.authority = authority
    }
}
