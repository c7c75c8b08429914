/// A range of versions in npm syntax: ">=1.0 <2.3", "<1.10", "1.x", "~1.2", "^1.4.2", "1.2 - 2.3", "*", or several ranges separated by "||"
/// (github.com/npm/node-semver, "Range Grammar").
///
/// Unlike npm without its option `includePrerelease`, this type compares pre-releases only by their order, so a beta of 1.9 is below 1.10. An
/// incomplete version stands for all versions that begin with it, even pre-releases, so that "<1.10" and ">=1.10" together cover all versions. An
/// alternative must not be empty; write "*" instead.
public struct VersionRange: Sendable, Hashable {
    /// The range as written.
    public let text: String
    private let alternatives: [[VersionBound]]

    /// The maximum length in bytes, which bounds the number of comparisons per request.
    static let lengthLimit = 200

    /// Parses a range. Returns `nil` if it is not valid or too long.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        var alternatives: [[VersionBound]] = []
        for part in Self.alternatives(of: text) {
            guard let bounds = Self.bounds(part) else { return nil }
            alternatives.append(bounds)
        }
        self.text = text
        self.alternatives = alternatives
    }

    /// Returns whether the range contains a version. O(number of bounds).
    public func contains(_ version: SemanticVersion) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.admits(version) } }
    }

    private static func alternatives(of text: String) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        for byte in text.utf8 {
            parts[parts.count - 1].append(byte)
            if parts[parts.count - 1].suffix(2).elementsEqual("||".utf8) {
                parts[parts.count - 1].removeLast(2)
                parts.append([])
            }
        }
        return parts
    }

    /// Returns the bounds of one alternative, the text before, between or after "||"; `nil` if it is not valid. A version must satisfy all bounds.
    private static func bounds(_ alternative: [UInt8]) -> [VersionBound]? {
        let words = joined(alternative.split(separator: UInt8(ascii: " ")).map(Array.init))
        guard !words.isEmpty else { return nil }
        if words.count == 3, words[1] == Array("-".utf8) {
            guard let from = PartialVersion(words[0]), let to = PartialVersion(words[2]) else { return nil }
            return from.bounds(.atLeast) + to.bounds(.atMost)
        }
        var bounds: [VersionBound] = []
        for word in words {
            guard let read = self.bounds(ofWord: word) else { return nil }
            bounds += read
        }
        return bounds
    }

    /// Joins each operator with the version after it, as for ">= 1.0".
    private static func joined(_ words: [[UInt8]]) -> [[UInt8]] {
        var joined: [[UInt8]] = []
        for word in words {
            if let last = joined.last, last.allSatisfy({ "<>=~^".utf8.contains($0) }) {
                joined[joined.count - 1] += word
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static func bounds(ofWord word: [UInt8]) -> [VersionBound]? {
        let operators: [(String, PartialVersion.Reading)] = [
            (">=", .atLeast), ("<=", .atMost), (">", .above), ("<", .below), ("=", .same), ("~", .tilde), ("^", .caret),
        ]
        let found = operators.first { word.starts(with: $0.0.utf8) }
        return PartialVersion(word.dropFirst(found?.0.utf8.count ?? 0))?.bounds(found?.1 ?? .same)
    }
}

/// A bound of an interval of versions, such as "at least 1.2.0".
struct VersionBound: Sendable, Hashable {
    enum Relation: Sendable, Hashable { case below, atMost, same, atLeast, above }

    let relation: Relation
    let version: SemanticVersion

    init(_ relation: Relation, _ version: SemanticVersion) {
        self.relation = relation
        self.version = version
    }

    func admits(_ other: SemanticVersion) -> Bool {
        switch relation {
        case .below: other < version
        case .atMost: other <= version
        case .same: other == version
        case .atLeast: other >= version
        case .above: other > version
        }
    }

    /// A bound that excludes every version.
    static let nothing = VersionBound(.below, .lowest(0, 0, 0))
}
