extension CorrectionIndex {
    /// Applies a listener's correction of a track. Values that are `nil` keep the computed value; an empty album or label removes the computed value.
    ///
    /// A correction of the artists sets the confidence to 1.
    func apply(
        _ correction: TrackValues, to filing: inout Filing, _ identities: Identities,
        recording consultedKeys: ConsultedKeys?
    ) {
        if let artists = correction.artists {
            let rest = filing.credits.filter { credit in
                credit.role != .main && !artists.contains { ArtistName.key($0) == credit.key }
            }
            filing.credits =
                artists.enumerated().map { position, name in
                    let written = ArtistName.key(name)
                    let key = identities.artist(written)
                    consultedKeys?.record(written)
                    consultedKeys?.record(key)
                    let join = position == 0 ? "" : position == artists.count - 1 ? " & " : ", "
                    let spelling = identities.corrected.contains(key) ? identities.spelling(of: key) ?? name : name
                    return ArtistCredit(role: .main, name: spelling, key: key, joinPhrase: join)
                } + rest
            filing.confidence = 1
            filing.reasons = [Reason(.corrected)]
        } else if filing.reasons.first?.kind != .corrected {
            filing.reasons.insert(Reason(.corrected), at: 0)
        }
        if let title = correction.title {
            (filing.title, filing.creditedTitle, filing.coreTitle) = (title, title, title)
        }
        if let album = correction.album { filing.album = album.isEmpty ? nil : album }
        if let label = correction.label { filing.label = label.isEmpty ? nil : label }
    }
}
