/// A version in the text of a version range. The last numbers may be missing: "1", "1.x", "1.2.*", "*" or "1.2.3-beta".
struct PartialVersion: Sendable, Hashable {
    /// The operator before the version; `same` for "=" and for none.
    enum Reading: Sendable, Hashable { case below, atMost, same, atLeast, above, tilde, caret }

    /// The numbers before the first missing one, at most three.
    private let numbers: [Int64]
    private let prerelease: [VersionIdentifier]

    /// Parses a version. Returns `nil` for an invalid text. A number after a missing number is ignored, as in npm: "1.x.3" means "1.x".
    init?(_ bytes: some Sequence<UInt8>) {
        var reader = VersionReader(bytes)
        var places: [Int64?] = []
        repeat {
            if reader.skip("x") || reader.skip("X") || reader.skip("*") {
                places.append(nil)
            } else {
                guard let number = reader.number() else { return nil }
                places.append(number)
            }
        } while places.count < 3 && reader.skip(".")
        numbers = places.prefix { $0 != nil }.compactMap(\.self)
        if numbers.count == 3 {
            guard let qualifier = reader.qualifier() else { return nil }
            prerelease = qualifier
        } else {
            prerelease = []
        }
        guard reader.isAtEnd else { return nil }
    }

    /// Returns the bounds of the versions that match this version after an operator, as defined by npm ("Advanced Range Syntax"); empty if every
    /// version matches.
    func bounds(_ reading: Reading) -> [VersionBound] {
        guard let major = numbers.first else {
            return reading == .below || reading == .above ? [.nothing] : []
        }
        let minor = numbers.count > 1 ? numbers[1] : 0
        switch reading {
        case .below: return [VersionBound(.below, first)]
        case .atLeast: return [VersionBound(.atLeast, first)]
        case .above: return [isWhole ? VersionBound(.above, first) : VersionBound(.atLeast, next)]
        case .atMost: return [isWhole ? VersionBound(.atMost, first) : VersionBound(.below, next)]
        case .same: return isWhole ? [VersionBound(.same, first)] : interval(to: next)
        case .tilde: return interval(to: numbers.count > 1 ? .lowest(major, minor + 1, 0) : .lowest(major + 1, 0, 0))
        case .caret:
            // The interval ends at the next change of the first number that is not 0, or of the last given number.
            if major > 0 || numbers.count == 1 { return interval(to: .lowest(major + 1, 0, 0)) }
            if minor > 0 || numbers.count == 2 { return interval(to: .lowest(0, minor + 1, 0)) }
            return interval(to: next)
        }
    }

    private var isWhole: Bool { numbers.count == 3 }

    private func interval(to end: SemanticVersion) -> [VersionBound] {
        [VersionBound(.atLeast, first), VersionBound(.below, end)]
    }

    /// The version itself or, if numbers are missing, the lowest version that begins with the given numbers.
    private var first: SemanticVersion {
        switch numbers.count {
        case 3: SemanticVersion(numbers[0], numbers[1], numbers[2], prerelease)
        case 2: .lowest(numbers[0], numbers[1], 0)
        default: .lowest(numbers[0], 0, 0)
        }
    }

    /// The lowest version above all versions that begin with these numbers.
    private var next: SemanticVersion {
        switch numbers.count {
        case 3: .lowest(numbers[0], numbers[1], numbers[2] + 1)
        case 2: .lowest(numbers[0], numbers[1] + 1, 0)
        default: .lowest(numbers[0] + 1, 0, 0)
        }
    }
}
