import Tenancy

/// The conversion of catalogue items into schema.org objects.
extension ShowDetail {
    func linked(at origin: Origin) -> LinkedValue {
        .thing(
            "RadioSeries", id: origin.show(id),
            [
                "name": .text(title), "abstract": .nonEmpty(summary), "description": .nonEmpty(description),
                "inLanguage": .nonEmpty(language), "url": .nonEmpty(website), "image": art.linked(at: origin),
                "genre": .all(genres.map { .text($0.name) }), "contributor": .all(credits.linked(at: origin)),
                "numberOfEpisodes": .number(counts.episodes),
                "containsSeason": .all(
                    serials.map {
                        .thing(
                            "RadioSeason", id: origin.serial($0.id, of: id),
                            [
                                "name": .text($0.title), "description": .nonEmpty($0.description),
                                "numberOfEpisodes": .number($0.totalParts.map(Int64.init) ?? $0.episodes),
                            ])
                    }),
            ])
    }
}

extension EpisodeDetail {
    func linked(at origin: Origin) -> LinkedValue {
        .thing(
            "RadioEpisode", id: origin.episode(id),
            [
                "name": .text(title), "abstract": .nonEmpty(summary), "description": .nonEmpty(description),
                "episodeNumber": part.map { .number(Int64($0)) },
                "datePublished": publishedAt.map { .text($0.description) }, "image": art.linked(at: origin),
                "genre": .all(genres.map { .text($0.name) }), "keywords": .all(tags.map { .text($0.title) }),
                "contributor": .all(credits.linked(at: origin)),
                "partOfSeries": .thing("RadioSeries", id: origin.show(show.id), ["name": .text(show.name)]),
                "partOfSeason": serial.map {
                    .thing("RadioSeason", id: origin.serial($0.id, of: show.id), ["name": .text($0.name)])
                },
                "audio": .all(versions.flatMap { $0.linked }),
            ])
    }
}

extension EpisodeDetail.VersionView {
    fileprivate var linked: [LinkedValue] {
        media.map {
            .thing(
                "AudioObject", id: $0.url,
                [
                    "contentUrl": .text($0.url), "encodingFormat": .nonEmpty($0.mediaType),
                    "duration": durationMs.map { .text("PT\($0 / 1000)S") },
                    "expires": availableUntil.map { .text($0.description) },
                ])
        }
    }
}

extension Channel {
    /// Returns the channel as a schema.org `BroadcastService`.
    public func linked(art: ArtView, at origin: Origin) -> LinkedValue {
        .thing(
            "BroadcastService", id: origin.channel(id.description),
            [
                "name": .text(name), "broadcastDisplayName": .text(shortName.isEmpty ? name : shortName),
                "description": .nonEmpty(description), "inLanguage": .nonEmpty(language), "url": .nonEmpty(website),
                "broadcastTimezone": .text(timeZone), "image": art.linked(at: origin),
            ])
    }
}

extension ArtView {
    fileprivate func linked(at origin: Origin) -> LinkedValue? {
        isDefault ? nil : .all(images.map { .text(origin.absolute($0.url)) })
    }
}

extension [CreditView] {
    fileprivate func linked(at origin: Origin) -> [LinkedValue] {
        map {
            .thing(
                "Person", id: origin.person($0.person.id),
                ["name": .text($0.person.name), "jobTitle": .text($0.role)])
        }
    }
}
