/// The database's roles (spec O2.2, Decided 11).
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Owns all objects; used by migrations and the owner's commands.
    case owner = "app_owner"
    /// Used by the running service; owns nothing.
    case runtime = "app_rt"
    /// Used by backups; reads the rows of all tenants and may replicate.
    case dump = "app_dump"
}
