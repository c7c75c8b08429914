import Glibc

/// The time of a log line: RFC 3339 in UTC with milliseconds.
struct Timestamp: Sendable, Hashable {
    /// The milliseconds since 1970-01-01T00:00:00Z.
    let milliseconds: Int64

    /// The length of the text in bytes, for years with four digits.
    static let length = 24

    init(milliseconds: Int64) { self.milliseconds = milliseconds }

    static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Appends the time as text, such as `2026-11-21T13:52:16.123Z`.
    func append(to line: inout [UInt8]) {
        let millisecond = ((milliseconds % 1000) + 1000) % 1000
        var seconds = time_t((milliseconds - millisecond) / 1000)
        var date = tm()
        gmtime_r(&seconds, &date)
        Self.append(Int(date.tm_year) + 1900, digits: 4, then: "-", to: &line)
        Self.append(Int(date.tm_mon) + 1, digits: 2, then: "-", to: &line)
        Self.append(Int(date.tm_mday), digits: 2, then: "T", to: &line)
        Self.append(Int(date.tm_hour), digits: 2, then: ":", to: &line)
        Self.append(Int(date.tm_min), digits: 2, then: ":", to: &line)
        Self.append(Int(date.tm_sec), digits: 2, then: ".", to: &line)
        Self.append(Int(millisecond), digits: 3, then: "Z", to: &line)
    }

    private static func append(_ value: Int, digits: Int, then mark: Unicode.Scalar, to line: inout [UInt8]) {
        let text = String(value)
        for _ in 0..<max(0, digits - text.utf8.count) { line.append(UInt8(ascii: "0")) }
        line.append(contentsOf: text.utf8)
        line.append(UInt8(ascii: mark))
    }
}
