/// The version of an app in Semantic Versioning 2.0.0 (semver.org). Short forms are allowed: "1.9" means "1.9.0".
///
/// The order follows §11: 1.9 < 1.10, and 2.0.0-beta.2 < 2.0.0-beta.11 < 2.0.0. Build metadata (§10) is dropped.
public struct SemanticVersion: Sendable, Hashable {
    let major: Int64
    let minor: Int64
    let patch: Int64
    let prerelease: [VersionIdentifier]

    /// The maximum length in bytes, which bounds the cost of each comparison.
    static let lengthLimit = 100

    /// Parses a version. Returns `nil` for an invalid one, such as one with a leading zero (§2), and for a text longer than `lengthLimit`.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        var reader = VersionReader(text.utf8)
        guard let major = reader.number() else { return nil }
        var further: [Int64] = []
        while further.count < 2, reader.skip(".") {
            guard let number = reader.number() else { return nil }
            further.append(number)
        }
        guard let prerelease = reader.qualifier(), reader.isAtEnd else { return nil }
        self.init(major, further.first ?? 0, further.count > 1 ? further[1] : 0, prerelease)
    }

    init(_ major: Int64, _ minor: Int64, _ patch: Int64, _ prerelease: [VersionIdentifier] = []) {
        self.major = major
        self.minor = minor
        self.patch = patch
        self.prerelease = prerelease
    }

    /// Returns the lowest version with these numbers, such as "1.10.0-0".
    static func lowest(_ major: Int64, _ minor: Int64, _ patch: Int64) -> SemanticVersion {
        SemanticVersion(major, minor, patch, [VersionIdentifier("0".utf8)])
    }
}

extension SemanticVersion: Comparable {
    public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        let (ours, theirs) = ((left.major, left.minor, left.patch), (right.major, right.minor, right.patch))
        guard ours == theirs else { return ours < theirs }
        // §11.3: a pre-release comes before its release.
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return !left.prerelease.isEmpty && right.prerelease.isEmpty
        }
        return left.prerelease.lexicographicallyPrecedes(right.prerelease)
    }
}

extension SemanticVersion: CustomStringConvertible {
    public var description: String {
        let numbers = "\(major).\(minor).\(patch)"
        return prerelease.isEmpty ? numbers : numbers + "-" + prerelease.map(\.text).joined(separator: ".")
    }
}

/// A part of a pre-release between dots (§9). Numbers precede words. Leading zeros are forbidden, so the longer of two numbers is greater (§11.4).
struct VersionIdentifier: Sendable, Hashable, Comparable {
    let bytes: [UInt8]
    let isNumber: Bool

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        isNumber = self.bytes.allSatisfy(VersionReader.isDigit)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func < (left: VersionIdentifier, right: VersionIdentifier) -> Bool {
        guard left.isNumber == right.isNumber else { return left.isNumber }
        if left.isNumber, left.bytes.count != right.bytes.count { return left.bytes.count < right.bytes.count }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
