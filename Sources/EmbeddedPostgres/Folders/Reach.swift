import Glibc

/// Whether a user can enter a folder, asked as that user.
enum Reach {
    /// The first folder on the way to `path`, itself included, that this process cannot enter; `nil` when it
    /// reaches it. Asking by `access` as the user counts groups, lists and read-only mounts that a look at the
    /// mode bits would miss.
    static func obstacle(to path: String) -> String? {
        var folder = ""
        for part in Folder.absolute(path).split(separator: "/") {
            folder += "/" + part
            if access(folder, X_OK) != 0 { return folder }
        }
        return nil
    }
}
