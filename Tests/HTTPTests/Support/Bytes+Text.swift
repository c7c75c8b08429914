@testable import HTTP

/// Calls `body` with the UTF-8 bytes of a text, in place as the parsers receive them.
func withBytes<Result, Failure: Error>(
    _ text: some Sequence<UInt8>, _ body: (Bytes) throws(Failure) -> Result
) throws(Failure) -> Result {
    let bytes = Array(text)
    // The closure declares its typed error, so that `withUnsafeBufferPointer` rethrows it with its type.
    return try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in try body(buffer) }
}

func withBytes<Result, Failure: Error>(
    _ text: String, _ body: (Bytes) throws(Failure) -> Result
) throws(Failure) -> Result {
    try withBytes(text.utf8, body)
}

extension MonotonicTime {
    /// Returns the time of a manual clock, `seconds` after its start.
    static func at(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: 0) + seconds }
}
