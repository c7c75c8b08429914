/// A view of a GET or HEAD request in the read buffer, valid only during the call that receives it. Requests with content or with App-Version get no
/// view.
public struct RequestView: ~Copyable {
    /// Whether the method is GET or HEAD.
    public let isSafe: Bool
    /// The path and query as sent, without the authority of a target in absolute-form.
    public let target: UnsafeBufferPointer<UInt8>
    /// The authority of a target in absolute-form, otherwise the value of Host; empty for an HTTP/1.0 request with neither.
    public let authority: UnsafeBufferPointer<UInt8>

    public init(isSafe: Bool, target: UnsafeBufferPointer<UInt8>, authority: UnsafeBufferPointer<UInt8>) {
        self.isSafe = isSafe
        self.target = target
        self.authority = authority
    }
}
