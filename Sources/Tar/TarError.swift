import Glibc

/// The reason why an archive cannot be read or written.
public enum TarError: Error, Sendable, Hashable {
    /// A system call failed on the file, with an `errno` value.
    case system(path: String, error: Int32)
    /// `TarReader` does not accept the file, or the file became shorter.
    case damaged(path: String, reason: String)
}

extension TarError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let path, let error): "\(path): \(String(cString: strerror(error)))"
        case .damaged(let path, let reason): "\(path) cannot be read as a tar archive: \(reason)"
        }
    }
}
