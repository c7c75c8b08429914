import Glibc

/// The reason why an archive cannot be read or written.
public enum TarError: Error, Sendable, Hashable {
    /// A system call failed on the file. `error` is an `errno` value.
    case system(path: String, error: Int32)
    /// The file is not an archive that `TarReader` accepts, is incomplete, or was shortened while it was read.
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
