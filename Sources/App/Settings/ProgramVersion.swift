/// The version of the programs, which equals `info.version` of openapi.yaml.
public enum ProgramVersion {
    /// A semantic version such as "1.4.0".
    public static let current = "0.1.0"
}
