/// The head of a request in the read buffer, without copy or allocation. Its pointers are valid only during the call that
/// receives it, so it cannot be copied. Not used for a request with App-Version, whose version may be too old.
public struct RequestView: ~Copyable {
    /// Whether the method is GET or HEAD; only these are answered from memory.
    public let isSafe: Bool
    /// The bytes of the target as sent: path and query.
    public let target: UnsafeBufferPointer<UInt8>
    /// The bytes of the authority, empty when an HTTP/1.0 request sends none.
    public let authority: UnsafeBufferPointer<UInt8>

    public init(isSafe: Bool, target: UnsafeBufferPointer<UInt8>, authority: UnsafeBufferPointer<UInt8>) {
        self.isSafe = isSafe
        self.target = target
        self.authority = authority
    }
}
