/// The version of the programs, which is that of their interface: `info.version` of openapi.yaml.
public enum ProgramVersion {
    /// Such as "1.4.0" (semver.org).
    public static let current = "0.1.0"
}
