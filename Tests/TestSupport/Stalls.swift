import Foundation

/// How long work on this machine has been kept waiting since an instant: by other programs, by the disk, for memory, or by
/// the host of a virtual machine. A promise of time is made for a machine that has time; beside a whole test run it holds
/// apart from what the run itself takes.
public struct Stalls: Sendable {
    private let start: Duration?

    /// From now on.
    public init() { start = Self.total }

    /// What has come together so far; two minutes where the kernel does not count it.
    public var time: Duration {
        guard let start, let now = Self.total else { return .seconds(120) }
        return now - start
    }

    /// Pressure stall information ("some": at least one task waits), and what the host took (proc(5), "steal").
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
        // In hundredths of a second; "cpu" stands before them.
        return .milliseconds(times.count > 8 ? (Int64(times[8]) ?? 0) * 10 : 0)
    }
}
