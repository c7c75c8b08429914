/// The database's roles (spec O2.2, Decided 11).
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Owns everything; migrations and the owner's commands.
    case owner = "app_owner"
    /// The role of the running service, which owns nothing.
    case runtime = "app_rt"
    /// Backups: reads past the wall and replicates.
    case dump = "app_dump"
}
