import Glibc

/// The resources that this process uses (proc(5)), for the metrics that Prometheus names `process_…`.
public struct ProcessFacts: Sendable {
    /// The processor time used in user and system mode, in seconds.
    public var processorSeconds = 0.0
    public var residentBytes = 0
    public var virtualBytes = 0
    /// The number of open descriptors; `nil` if they cannot be counted.
    public var openDescriptors: Int?
    /// The limit on the number of open descriptors; `nil` for no limit, or for a limit of at least 2^31 - 1.
    public var descriptorLimit: Int?
    public var threads = 0

    /// The start time of the process, in seconds since 1970; the time of the first access if /proc cannot be read.
    public static let startTime: Double = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var sinceBoot = timespec()
        clock_gettime(CLOCK_BOOTTIME, &sinceBoot)
        let wall = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        guard let fields = statFields(), fields.count > 19, let ticks = Double(fields[19]) else { return wall }
        let boot = Double(sinceBoot.tv_sec) + Double(sinceBoot.tv_nsec) / 1e9
        return wall - boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }()

    /// Reads the current values. A value that cannot be read is 0 or `nil`.
    public static func read() -> ProcessFacts {
        var facts = ProcessFacts()
        if let fields = statFields(), fields.count > 21 {
            let ticks = (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
            facts.processorSeconds = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
            facts.threads = Int(fields[17]) ?? 0
            facts.virtualBytes = Int(fields[20]) ?? 0
            facts.residentBytes = (Int(fields[21]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
        facts.openDescriptors = descriptors()
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < UInt(Int32.max) {
            facts.descriptorLimit = Int(limit.rlim_cur)
        }
        return facts
    }

    /// Returns the fields of `/proc/self/stat` from the state (field 3) on; `nil` if the file cannot be read. The process ID and
    /// the name of the program, which may contain any characters, are left out.
    private static func statFields() -> [Substring]? {
        let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 2048)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        return text[text.index(after: end)...].split(whereSeparator: { $0 == " " || $0.isNewline })
    }

    private static func descriptors() -> Int? {
        // The size of the folder is the number of descriptors since Linux 6.2, and 0 before. Listing 10,000 entries takes milliseconds.
        var status = stat()
        if stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Int(status.st_size) }
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Not counted: ".", ".." and the descriptor of the folder.
        return max(0, count - 3)
    }
}

extension MetricsRegistry {
    /// Registers the metrics of the process.
    public func registerProcess() {
        counter("process_cpu_seconds_total", "Processor time used, in seconds.") {
            ProcessFacts.read().processorSeconds
        }
        gauge("process_resident_memory_bytes", "Resident memory, in bytes.") {
            Double(ProcessFacts.read().residentBytes)
        }
        gauge("process_virtual_memory_bytes", "Virtual memory, in bytes.") { Double(ProcessFacts.read().virtualBytes) }
        gauge("process_threads", "Number of threads.") { Double(ProcessFacts.read().threads) }
        gauge("process_open_fds", "Number of open file descriptors.") {
            let facts = ProcessFacts.read()
            return Double(facts.openDescriptors ?? facts.descriptorLimit ?? 0)
        }
        gauge("process_max_fds", "Maximum number of open file descriptors.") {
            ProcessFacts.read().descriptorLimit.map(Double.init) ?? .infinity
        }
        gauge("process_start_time_seconds", "Start time of the process, in seconds since 1970.") {
            ProcessFacts.startTime
        }
    }
}
