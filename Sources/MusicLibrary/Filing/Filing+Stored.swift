import ArtistClassification

extension Filing {
    /// Returns the filing in the form in which the library stores it: title and version are separate, titles are cut to 1,000 characters, and names
    /// and the version to 500. If the filing has no main artist, the uploader is the main artist, or "Unknown" if the uploader's name is empty.
    func stored(_ upload: Upload) -> Filing {
        var credits = credits.compactMap { credit -> ArtistCredit? in
            let name = credit.name.cut(500)
            guard !name.isEmpty else { return nil }
            return ArtistCredit(
                role: credit.role, name: name, key: ArtistName.foldKey(of: name, key: credit.key),
                joinPhrase: credit.joinPhrase.cut(40))
        }
        if !credits.contains(where: { $0.role == .main }) {
            let name = upload.uploader.cut(500)
            let shown = name.isEmpty ? "Unknown" : name
            credits.insert(
                ArtistCredit(role: .main, name: shown, key: ArtistName.foldKey(shown)), at: 0)
        }
        let core = coreTitle.isEmpty ? upload.title.cut(1000) : coreTitle.cut(1000)
        let version = version.map { $0.cut(500) }.flatMap { $0.isEmpty ? nil : $0 }
        return Filing(
            id: id, credits: credits, title: core, creditedTitle: core, coreTitle: core, version: version,
            album: Filing.filled(album), albumArtist: Filing.filled(albumArtist), label: Filing.filled(label),
            suggestedShelf: suggestedShelf,
            confidence: min(1, max(0, confidence)), reasons: reasons)
    }

    /// The key of the album's artist, or of the track's artist if the album has none; `nil` if the track has no artist either.
    var albumArtistKey: String? { albumArtist.map(ArtistName.foldKey) ?? primaryArtist?.key }

    private static func filled(_ name: String?) -> String? {
        guard let name = name?.cut(500), !name.isEmpty else { return nil }
        return name
    }
}

extension String {
    /// Returns at most the first `length` characters, counted in Unicode scalars as PostgreSQL does.
    func cut(_ length: Int) -> String {
        unicodeScalars.count <= length ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(length)))
    }
}
