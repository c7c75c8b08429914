import Glibc

/// A log file with rotation: before a write that would exceed the size limit, the file gets the suffix `.1` (and `.1` becomes `.2`, …). PostgreSQL's
/// own collector needs file names with the time to rotate by size, and never removes these files.
struct RotatingLog {
    let path: String
    /// The maximum size of the file in bytes. Only a single write that is longer than the limit exceeds it.
    let limit: Int
    /// The number of older files to keep.
    let kept: Int
    private var file: Int32 = -1
    private var size = 0

    init(path: String, limit: Int = 8 << 20, kept: Int = 3) {
        self.path = path
        self.limit = limit
        self.kept = kept
        reopen()
    }

    /// Appends the bytes. Drops bytes that cannot be written, because a full disk must not stop the database.
    mutating func write(_ bytes: [UInt8]) {
        if size > 0, size + bytes.count > limit { rotate() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            size += count
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the file; later writes are lost.
    mutating func close() {
        Glibc.close(file)
        file = -1
    }

    private mutating func rotate() {
        Glibc.close(file)
        for number in stride(from: kept, to: 0, by: -1) {
            rename(number == 1 ? path : "\(path).\(number - 1)", "\(path).\(number)")
        }
        reopen()
    }

    private mutating func reopen() {
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        size = file < 0 ? 0 : max(0, Int(lseek(file, 0, SEEK_END)))
    }
}
