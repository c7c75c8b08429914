import Foundation

/// The time for which work on this machine had to wait since an instant: for other programs, the disk, memory, or the host of a
/// virtual machine. Tests of time limits subtract it, because a whole test run loads the machine.
public struct Stalls: Sendable {
    private let start: Duration?

    /// Begins to measure now.
    public init() { start = Self.total }

    /// The waiting time up to now; two minutes if the kernel does not measure it.
    public var time: Duration {
        guard let start, let now = Self.total else { return .seconds(120) }
        return now - start
    }

    /// Pressure stall information ("some": at least one task waits), and the time taken by the host (proc(5), "steal").
    private static var total: Duration? {
        var total = stolen
        for resource in ["cpu", "io", "memory"] {
            guard let text = try? String(contentsOfFile: "/proc/pressure/\(resource)", encoding: .utf8),
                let count = text.firstMatch(of: /some .*total=(\d+)/).flatMap({ Int64($0.1) })
            else { return nil }
            total += .microseconds(count)
        }
        return total
    }

    private static var stolen: Duration {
        let stat = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let times = stat.prefix { $0 != "\n" }.split(separator: " ")
        // In hundredths of a second, after the word "cpu".
        return .milliseconds(times.count > 8 ? (Int64(times[8]) ?? 0) * 10 : 0)
    }
}
