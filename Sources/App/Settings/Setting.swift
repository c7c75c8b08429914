/// A setting: an environment variable with its default and its meaning (spec O4.2, S1.24). `deploy/environment.example` lists all.
public struct Setting: Sendable, Hashable {
    /// The variable, such as "TUTTI_HTTP". The variable with the suffix `_FILE`, such as "TUTTI_HTTP_FILE", contains the path of a file with the
    /// value.
    public let name: String
    /// The default value; `nil` if there is none.
    public let standard: String?
    /// The meaning in one sentence, for the person who runs the server.
    public let meaning: String
    /// Whether the value is a secret, which `tutti config` hides.
    public let isSecret: Bool

    init(_ name: String, _ standard: String?, _ meaning: String, isSecret: Bool) {
        self.name = name
        self.standard = standard
        self.meaning = meaning
        self.isSecret = isSecret
    }

    /// All settings, in the order of `deploy/environment.example`. For each setting, `settings.txt` has a line `NAME` or `NAME=DEFAULT`, which begins
    /// with `secret` for a secret, and a line with the meaning.
    public static let all: [Setting] = {
        let list = EmbeddedText.files.first { $0.name == "settings.txt" }?.text ?? ""
        return list.split(separator: "\n\n").map { entry in
            let lines = entry.split(separator: "\n")
            let isSecret = lines[0].hasPrefix("secret ")
            let parts = lines[0].dropFirst(isSecret ? 7 : 0).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Setting(
                String(parts[0]), parts.count == 2 ? String(parts[1]) : nil, String(lines[1]), isSecret: isSecret)
        }
    }()
}
