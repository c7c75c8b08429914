/// The database's roles (spec O2.2, Decided 11).
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// The owner of all objects, used by migrations and the owner's commands.
    case owner = "app_owner"
    /// The role of the running service, which owns nothing.
    case runtime = "app_rt"
    /// The role of backups, which can read the rows of all tenants and may replicate.
    case dump = "app_dump"
}
