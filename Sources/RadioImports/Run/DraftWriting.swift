import ScheduleCore

// The members of each draft by the names that the statements of `Publish` read.

extension CategoryDraft {
    func write(to text: inout JSONText) {
        text.put("name", name)
        text.put("rank", rank)
    }
}

extension GenreDraft {
    func write(to text: inout JSONText) {
        text.put("name", name)
        text.put("code", code)
    }
}

extension PersonDraft {
    func write(to text: inout JSONText) {
        text.put("name", name)
        text.put("biography", biography)
        text.put("art", art?.written)
    }
}

extension ChannelDraft {
    func write(to text: inout JSONText) {
        text.put("slug", slug)
        text.put("isKnownBySlug", isKnownBySlug)
        text.put("name", name)
        text.put("shortName", shortName)
        text.put("description", description)
        text.put("language", language)
        text.put("website", website)
        text.put("colour", colour)
        text.put("timeZone", timeZone)
        text.putAny("number", number)
        text.put("categories", categories)
        text.put("genres", genres)
        text.put("bearers", bearers.map(\.written))
        text.put("art", art?.written)
        text.put("isInactive", !isActive)
    }
}

extension ShowDraft {
    func write(to text: inout JSONText) {
        text.put("title", title)
        text.put("summary", summary)
        text.put("description", description)
        text.put("language", language)
        text.put("website", website)
        text.put("channels", channels)
        text.put("genres", genres)
        text.put("credits", credits.map(\.written))
        text.put("art", art?.written)
        text.put("isMusic", isMusic)
        text.put("isForChildren", isForChildren)
        text.put("isPlaceholder", isPlaceholder)
        text.put("isInactive", !isActive)
    }
}

extension SerialDraft {
    func write(to text: inout JSONText) {
        text.put("show", show)
        text.put("title", title)
        text.put("description", description)
        text.putAny("totalParts", totalParts)
        text.put("art", art?.written)
    }
}

extension EpisodeDraft {
    func write(to text: inout JSONText) {
        text.put("show", show)
        text.put("serial", serial)
        text.put("title", title)
        text.put("summary", summary)
        text.put("description", description)
        text.putAny("part", part)
        text.putAny("season", season)
        text.put("publishedAt", publishedAt)
        text.put("genres", genres)
        text.put("credits", credits.map(\.written))
        text.put("tags", tags)
        text.put("art", art?.written)
    }
}

extension TagDraft {
    func write(to text: inout JSONText) {
        text.put("kind", kind.rawValue)
        text.put("title", title)
        text.put("position", position)
        text.put("words", words)
        text.put("episodes", episodes)
        text.put("art", art?.written)
    }
}

extension RuleDraft {
    func write(to text: inout JSONText) {
        text.put("channel", channel)
        text.put("show", show)
        text.putAny("startsOn", startsOn.daysSince1970)
        text.putAny("endsOn", endsOn?.daysSince1970)
        text.put("startMinute", startMinute)
        text.put("durationMs", durationMs)
        text.put("recurrence", recurrence)
        text.put("priority", priority)
        text.put("isLive", isLive)
        text.put("isRepeat", isRepeat)
    }
}

extension AiringDraft {
    func write(to text: inout JSONText) {
        text.put("channel", channel)
        text.put("show", show)
        text.put("episode", episode)
        text.put("plannedStart", plannedStart)
        text.put("plannedEnd", plannedEnd)
        text.put("actualStart", actualStart)
        text.put("actualEnd", actualEnd)
        text.put("title", title)
        text.put("description", description)
        text.put("isLive", isLive)
        text.put("isRepeat", isRepeat)
        text.put("isCancelled", isCancelled)
    }
}

extension SegmentDraft {
    func write(to text: inout JSONText) {
        text.put("offsetMs", offsetMs)
        text.put("durationMs", durationMs)
        text.put("kind", kind)
        text.put("title", title)
    }
}

extension CutDraft {
    func write(to text: inout JSONText) {
        text.put("channel", channel)
        text.put("airing", airing)
        text.put("startsAt", startsAt)
        text.putAny("position", position)
        text.putAny("durationMs", durationMs)
        text.put("kind", kind)
        text.put("isMusic", isMusic)
        text.put("title", title)
        text.put("artist", artist)
        text.put("album", album)
        text.put("label", label)
        text.put("isrc", isrc)
    }
}

extension VersionDraft {
    func write(to text: inout JSONText) {
        text.put("episode", episode)
        text.put("airing", airing)
        text.putAny("durationMs", durationMs)
        text.put("availableFrom", availableFrom)
        text.put("availableUntil", availableUntil)
        text.put("isDownloadable", isDownloadable)
        text.put("media", media.map(\.written))
    }
}
