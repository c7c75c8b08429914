import Testing

@testable import HTTP

/// W3C Trace Context §3.2.
struct TraceIDTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test(arguments: [
        "00-\(trace)-00f067aa0ba902b7-01", "cc-\(trace)-00f067aa0ba902b7-ff", "cc-\(trace)-00f067aa0ba902b7-01-x",
    ])
    func aTraceIDIsReadFromTraceparent(field: String) {
        #expect(TraceID(traceparent: field)?.text == Self.trace)
    }

    @Test(arguments: [
        "", "x", "00-0-0-0", "ff-\(trace)-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace)-00f067aa0ba902b7-01-x", "00-\(trace)-00f067aa0ba902b7-0", "00-\(trace)-00f067aa0ba902b7-0g",
        "cc-\(trace)-00f067aa0ba902b7-01x", "00_\(trace)-00f067aa0ba902b7-01", "0x-\(trace)-00f067aa0ba902b7-01",
    ])
    func anInvalidTraceparentIsIgnored(field: String) {
        #expect(TraceID(traceparent: field) == nil)
    }
}
