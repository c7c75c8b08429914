/// The names that refer to the same artist, and the displayed spellings of artists. Corrections take precedence over the library.
struct Identities: Sendable {
    private var canonical = Table<String>()
    /// The spellings from the library. Spellings from corrections (`shown`) take precedence.
    private var spellings = Table<String>()
    private var shown = Table<String>()
    private(set) var splits: [String: [String]] = [:]
    private(set) var kept: Set<String> = []
    /// The keys of the names that corrections have merged or renamed, and of the names that replace them.
    private(set) var corrected: Set<String> = []

    /// Returns the key of the artist to whom a key refers; `key` itself if the key is no alias. Follows at most 16 aliases.
    func artist(_ key: String) -> String {
        var (key, steps) = (key, 0)
        while let next = canonical[key], next != key, steps < 16 { (key, steps) = (next, steps + 1) }
        return key
    }

    /// Returns the displayed spelling of an artist, or `nil` if neither a correction nor the library has one.
    func spelling(of key: String) -> String? { shown[key] ?? spellings[key] }

    /// Creates the identities from the library alone, without corrections. O(n log n) in the number of names and titles.
    init(_ evidence: Evidence) {
        joinAccounts(evidence)
        joinArticles(evidence)
        joinScripts(evidence)
        for (key, written) in evidence.spellings {
            if let best = Identities.best(written) { spellings[key] = best }
        }
    }

    /// Returns the identities with corrections applied. O(n) in the number of corrections.
    func corrected(_ corrections: [ListenerCorrections.Correction]) -> Identities {
        var corrected = self
        for correction in corrections { corrected.apply(correction) }
        return corrected
    }

    /// Returns the keys whose artist, spelling, split or other correction differs from other identities of the same library.
    func differences(from other: Identities) -> Set<String> {
        var keys = kept.symmetricDifference(other.kept).union(corrected.symmetricDifference(other.corrected))
        for table in [canonical, other.canonical] {
            for key in table.keys where artist(key) != other.artist(key) { keys.insert(key) }
        }
        for table in [shown, other.shown] {
            for key in table.keys where spelling(of: key) != other.spelling(of: key) { keys.insert(key) }
        }
        keys.formUnion(splits.differences(from: other.splits))
        if splits.isEmpty != other.splits.isEmpty { keys.insert(ConsultedKeys.anySplit) }
        return keys
    }

    private mutating func apply(_ correction: ListenerCorrections.Correction) {
        switch correction {
        case .merge(let name, let into): join(name, into, shownAs: into)
        case .rename(let name, let to): join(name, to, shownAs: to)
        case .split(let name, let parts):
            splits[ArtistName.key(name)] = parts.filter { !ArtistName.key($0).isEmpty }
            kept.remove(ArtistName.key(name))
        case .keep(let name):
            kept.insert(ArtistName.key(name))
            splits[ArtistName.key(name)] = nil
        case .file, .account: break
        }
    }

    private mutating func join(_ name: String, _ other: String, shownAs spelling: String) {
        let (from, into) = (artist(ArtistName.key(name)), ArtistName.key(other))
        guard !from.isEmpty, !into.isEmpty else { return }
        // Makes `into` its own artist again, because two corrections could otherwise form a cycle.
        canonical[into] = nil
        if from != into { canonical[from] = into }
        if ArtistName.key(name) != into { canonical[ArtistName.key(name)] = into }
        shown[into] = spelling
        corrected.formUnion([from, into, ArtistName.key(name)])
    }

    /// Makes the name of each pair an alias of the artist, unless the name already is an alias. Sorts the pairs, so that the result does not depend
    /// on the order of a dictionary.
    private mutating func join(_ pairs: [(name: String, artist: String)]) {
        for pair in pairs.sorted(by: { ($0.name, $0.artist) < ($1.name, $1.artist) }) {
            if canonical[pair.name] == nil, artist(pair.artist) != pair.name { canonical[pair.name] = pair.artist }
        }
    }

    /// Joins "Name Official" with "Name" if the library knows only the latter as an artist. Ambiguous affixes, such as "The", need further evidence.
    private mutating func joinAccounts(_ evidence: Evidence) {
        var pairs: [(String, String)] = []
        for tally in evidence.accounts.values where !tally.account.variants.isEmpty && !tally.account.isGeneric {
            let account = tally.account
            guard !evidence.isNamed(account.key) else { continue }
            for variant in account.variants where variant.utf8.count >= 3 && evidence.isNamed(variant) {
                let isAppended = ["official", "vevo", "topic", "fans", "fanpage", "fanclub"].contains {
                    account.key.hasSuffix($0)
                }
                let isShared =
                    tally.lefts[variant] > 0 || tally.fields[variant] > 0
                    || tally.bareTitles.counts.keys.contains { evidence.titles[$0]?[variant] != nil }
                if isAppended || isShared {
                    pairs.append((account.key, variant))
                    break
                }
            }
        }
        join(pairs)
    }

    /// Joins "The Name" and "Name" if they have a title in common.
    private mutating func joinArticles(_ evidence: Evidence) {
        var candidates: Set<String> = []
        for key in evidence.names.keys where key.hasPrefix("the") && key.utf8.count >= 6 {
            if evidence.names[String(key.dropFirst(3))] != nil { candidates.insert(key) }
        }
        guard !candidates.isEmpty else { return }
        var pairs: [(String, String)] = []
        for claims in evidence.titles.values where claims.count > 1 {
            for key in claims.keys where candidates.contains(key) {
                let bare = String(key.dropFirst(3))
                guard claims[bare] != nil else { continue }
                let weights = [key, bare].map { evidence.names[$0].map { $0.lefts + $0.fields + $0.uploads } ?? 0 }
                pairs.append(weights[0] >= weights[1] ? (bare, key) : (key, bare))
            }
        }
        join(pairs)
    }

    /// Joins "Name(이름)" with "Name" if the library has that name, and "이름" with both.
    private mutating func joinScripts(_ evidence: Evidence) {
        var pairs: [(String, String)] = []
        for (key, written) in evidence.spellings {
            for spelling in written.counts.keys where spelling.utf8.last == 0x29 {
                guard let bracket = spelling.unicodeScalars.firstIndex(of: "(") else { continue }
                let base = ArtistName.key(String(spelling.unicodeScalars[..<bracket]))
                let inner = ArtistName.key(String(spelling.unicodeScalars[bracket...]))
                guard !base.isEmpty, !inner.isEmpty, base != key, isASCII(base) != isASCII(inner) else { continue }
                if evidence.names[base] != nil { pairs.append((key, base)) }
                if evidence.names[inner] != nil { pairs.append((inner, evidence.names[base] != nil ? base : key)) }
            }
        }
        join(pairs)
    }

    private func isASCII(_ key: String) -> Bool { key.utf8.allSatisfy { $0 < 0x80 } }

    /// Returns whether a sign replaces a letter, as in "Ke$ha". Such a spelling is always deliberate.
    private static func hasSign(_ spelling: String) -> Bool {
        spelling.utf8.contains { $0 == 0x24 || $0 == 0x21 || $0 == 0x40 } && Folding.hasSign(spelling.unicodeScalars)
    }

    /// Returns the most frequent spelling; `nil` if there is none. Spellings with spaces, capitals or a sign for a letter have more weight.
    private static func best(_ spellings: Counter) -> String? {
        if spellings.counts.count == 1 { return spellings.counts.keys.first }
        func weight(_ spelling: String, _ count: Int) -> Int {
            var (hasCapital, hasSmall, hasSpace) = (false, false, false)
            for scalar in spelling.unicodeScalars {
                if scalar == " " { hasSpace = true }
                if scalar.properties.isUppercase { hasCapital = true }
                if scalar.properties.isLowercase { hasSmall = true }
            }
            var weight = count
            if hasCapital || !hasSmall { weight *= 4 }
            if hasSpace { weight *= 2 }
            if hasSign(spelling) { weight *= 3 }
            return weight
        }
        return spellings.counts.map { (weight($0.key, $0.value), $0.key) }
            .max { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 > $1.1 }?.1
    }
}

extension Dictionary where Value: Equatable {
    /// Returns the keys that are missing in one of the dictionaries or have different values.
    func differences(from other: Self) -> [Key] {
        keys.filter { self[$0] != other[$0] } + other.keys.filter { self[$0] == nil }
    }
}
