import Foundation

extension Settings {
    /// The settings of this process; every problem of the environment in one `CommandFailure`.
    public static func current() throws(CommandFailure) -> Settings {
        do {
            return try Settings(environment: ProcessInfo.processInfo.environment)
        } catch {
            throw CommandFailure(error.description)
        }
    }
}

extension Setting {
    /// What `tutti config` prints: the value in force, where it comes from, never a secret.
    public func shown(in environment: [String: String]) -> String {
        if let file = environment[name + "_FILE"], !file.isEmpty { return "(from \(file))" }
        guard let value = environment[name], !value.isEmpty else {
            return standard.map { $0.isEmpty ? "(empty)" : "\($0) (default)" } ?? "(not set)"
        }
        return isSecret ? "(hidden)" : value
    }
}
