import Glibc

/// Checks whether a user can enter a folder, run as that user.
enum Reach {
    /// The first folder on the way to `path`, including `path`, that this process cannot enter; `nil` if it can enter all. Uses
    /// `access` as that user, which also considers groups, access lists and read-only mounts.
    static func obstacle(to path: String) -> String? {
        var folder = ""
        for part in Folder.absolute(path).split(separator: "/") {
            folder += "/" + part
            if access(folder, X_OK) != 0 { return folder }
        }
        return nil
    }
}
