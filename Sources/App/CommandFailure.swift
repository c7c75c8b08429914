/// Why a command ends without having done its work: one message for standard error and an exit status
///.
public struct CommandFailure: Error, Sendable {
    /// The exit statuses that scripts rely on.
    public enum Status: Int32, Sendable {
        case refused = 1
        case usage = 2
        case dataFolderInUse = 3
        case migration = 4
    }

    public let status: Status
    /// What is wrong and how to mend it.
    public let message: String

    public init(_ message: String, status: Status = .refused) {
        self.status = status
        self.message = message
    }
}
