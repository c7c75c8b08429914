import Glibc

/// The reason why an archive cannot be read or written.
public enum TarError: Error, Sendable, Hashable {
    /// A system call failed on the file, with an `errno` value.
    case system(path: String, error: Int32)
    /// `TarReader` does not accept the file, or the file became shorter.
    case damaged(path: String, reason: String)
    /// The name of a member is not 1 to 100 visible ASCII characters.
    case name(String)
}

extension TarError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let path, let error): "\(path): \(String(cString: strerror(error)))"
        case .damaged(let path, let reason): "\(path) cannot be read as a tar archive: \(reason)"
        case .name(let name):
            "an archive cannot have a member named \"\(name)\": a name has 1 to 100 visible ASCII characters"
        }
    }
}
