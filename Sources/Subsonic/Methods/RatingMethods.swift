import MusicLibrary

extension SubsonicRoutes {
    /// Stores the listener's rating of a track, from 1 to 5; 0 removes it. Throws error 50 for an album or artist, because only tracks have ratings
    /// (docs/decisions/0086), error 70 for an unknown item, and error 0 for another rating.
    func setRating(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let item = ItemID(try parameters.required("id"))
        guard let stars = try parameters.number("rating") else { throw SubsonicError.missing("rating") }
        let rating = Int(exactly: stars).flatMap { TrackRating(stars: $0) }
        guard rating != nil || stars == 0 else {
            throw SubsonicError.invalid("rating", "must be from 0 to \(TrackRating.range.upperBound), found \(stars)")
        }
        switch item {
        case .track(let urn), .episode(let urn):
            guard try await ratings.rate(urn, rating, by: call.listener) else { throw SubsonicError.notFound }
            return .done
        case .artist, .album:
            throw SubsonicError.notAllowed("only tracks can be rated; rate the tracks of the album or artist")
        default: throw SubsonicError.notFound
        }
    }
}
