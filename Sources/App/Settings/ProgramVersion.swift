/// The version of the programs, equal to `info.version` in openapi.yaml.
public enum ProgramVersion {
    /// The current version, a semantic version such as "1.4.0".
    public static let current = "0.1.0"
}
