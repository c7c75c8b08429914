/// The failure of a command: a message for standard error, and an exit status.
public struct CommandFailure: Error, Sendable {
    /// The exit statuses that scripts rely on.
    public enum Status: Int32, Sendable {
        case refused = 1
        case usage = 2
        case dataFolderInUse = 3
        case migration = 4
    }

    public let status: Status
    /// The message for standard error: the error and the way to correct it.
    public let message: String

    public init(_ message: String, status: Status = .refused) {
        self.status = status
        self.message = message
    }
}
