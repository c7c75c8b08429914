import Foundation

extension Settings {
    /// Returns the settings of this process. Throws one `CommandFailure` with all problems of the environment.
    public static func current() throws(CommandFailure) -> Settings {
        do {
            return try Settings(environment: ProcessInfo.processInfo.environment)
        } catch {
            throw CommandFailure(error.description)
        }
    }
}

extension Setting {
    /// Returns the text for `tutti config`: the value in force or the file that contains it, but never a secret.
    public func shown(in environment: [String: String]) -> String {
        if let file = environment[name + "_FILE"], !file.isEmpty { return "(from \(file))" }
        guard let value = environment[name], !value.isEmpty else {
            return standard.map { $0.isEmpty ? "(empty)" : "\($0) (default)" } ?? "(not set)"
        }
        return isSecret ? "(hidden)" : value
    }
}
