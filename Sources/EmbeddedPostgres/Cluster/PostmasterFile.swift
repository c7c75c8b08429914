import Glibc

/// The file `postmaster.pid` of a cluster (PostgreSQL's miscadmin.h, "LOCK_FILE_LINE_…"), with the process id in line 1 and the state in line 8.
struct PostmasterFile: Sendable, Hashable {
    let pid: Int32
    /// Whether connections are accepted. Valid only if `pid` is the expected process.
    let isReady: Bool

    /// Parses the text of the file; `nil` if the text does not begin with a process id.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let pid = Int32(lines[0]), pid > 0 else { return nil }
        self.pid = pid
        isReady = lines.count > 7 && lines[7].split(separator: " ").first == "ready"
    }

    /// Reads the file of the cluster in `folder`; `nil` if it cannot be opened or does not begin with a process id.
    init?(cluster folder: String) {
        guard let text = Folder.text(of: Self.path(folder)) else { return nil }
        self.init(text: text)
    }

    static func path(_ folder: String) -> String { folder + "/postmaster.pid" }

    /// Returns whether the process is a live PostgreSQL server on `folder`. After a crash, any other program may have received the process id.
    func names(serverOf folder: String) -> Bool {
        guard Folder.text(of: "/proc/\(pid)/comm") == "postgres\n" else { return false }
        if let working = Self.link("/proc/\(pid)/cwd") { return working == Self.real(folder) }
        // The kernel hides another user's working folder from a root without CAP_SYS_PTRACE, as in most containers, but shows the command line.
        guard let line = Folder.text(of: "/proc/\(pid)/cmdline") else { return false }
        let arguments = line.split(separator: "\0")
        return zip(arguments, arguments.dropFirst()).contains {
            $0 == "-D" && Self.real(String($1)) == Self.real(folder)
        }
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let count = readlink(path, base, Int(PATH_MAX))
            guard count > 0 else { return nil }
            buffer[count] = 0
            return String(cString: base)
        }
    }
}
