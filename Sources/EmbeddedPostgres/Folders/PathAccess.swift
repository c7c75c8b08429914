import Glibc

/// The check whether a user can enter a folder, which runs as that user.
enum PathAccess {
    /// Returns the first folder on the way to `path`, including `path`, that this process cannot enter; `nil` if there is none.
    static func obstacle(to path: String) -> String? {
        var folder = ""
        for part in Folder.absolute(path).split(separator: "/") {
            folder += "/" + part
            if access(folder, X_OK) != 0 { return folder }
        }
        return nil
    }
}
