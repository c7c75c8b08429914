import Web

/// The properties of a broadcast that a programmer can change.
package struct AiringChange: Sendable, Hashable {
    package var show: Show.ID
    package var episode: Episode.ID?
    package var plannedStart: Instant
    package var plannedEnd: Instant
    package var isCancelled: Bool
    package var isLive: Bool
    package var isRepeat: Bool
    package var title: String
    package var description: String

    /// The maximum lengths of the title and the description in Unicode scalars.
    package static let (titleLimit, descriptionLimit) = (2000, 100_000)

    package init(_ airing: ScheduledAiring) {
        let value = airing.value
        show = value.show
        episode = value.episode
        plannedStart = value.plannedStart
        plannedEnd = value.plannedEnd
        isCancelled = value.isCancelled
        isLive = value.isLive
        isRepeat = value.isRepeat
        title = value.title
        description = value.description
    }

    /// Returns the properties with a patch applied. Another show removes the episode unless the patch contains one.
    ///
    /// - Throws: `APIError` 422 with the faults.
    func patched(by patch: MergePatch) throws(APIError) -> AiringChange {
        var (patch, new) = (patch, self)
        var (showName, episodeName) = (show.description, episode?.description)
        patch.apply("show", to: &showName)
        if let read = Show.ID(showName) {
            new.show = read
        } else {
            patch.refuse("show", "does not exist: choose an existing show")
        }
        if new.show != show { episodeName = nil }
        patch.apply("episode", to: &episodeName)
        new.episode = episodeName.flatMap { Episode.ID($0) }
        if episodeName != nil, new.episode == nil {
            patch.refuse("episode", "does not belong to the show: choose another episode")
        }
        patch.apply("plannedStart", to: &new.plannedStart)
        patch.apply("plannedEnd", to: &new.plannedEnd)
        patch.apply("isCancelled", to: &new.isCancelled)
        patch.apply("isLive", to: &new.isLive)
        patch.apply("isRepeat", to: &new.isRepeat)
        patch.apply("title", to: &new.title)
        patch.apply("description", to: &new.description)
        try patch.finish()
        var faults = ScheduleFaults()
        if new.plannedStart != plannedStart || new.plannedEnd != plannedEnd {
            faults.checkPlan(new.plannedStart, new.plannedEnd)
        }
        faults.checkText(new.title, "/title", limit: Self.titleLimit)
        faults.checkText(new.description, "/description", limit: Self.descriptionLimit)
        try faults.throwIfAny()
        return new
    }

    /// Returns the exception that keeps the rule from undoing the change from `old` to these properties. Properties that did not change keep the
    /// values of `stored`, the current exception for the day; `nil` if there is none.
    func exception(from old: AiringChange, beside stored: ScheduleExceptionDraft?) -> ScheduleExceptionDraft {
        var exception = stored ?? ScheduleExceptionDraft()
        exception.isCancelled = isCancelled
        if plannedStart != old.plannedStart || plannedEnd != old.plannedEnd {
            exception.startsAt = plannedStart
            exception.durationMs = plannedEnd.milliseconds - plannedStart.milliseconds
        }
        if show != old.show || episode != old.episode {
            exception.show = show
            exception.episode = episode
        }
        if isLive != old.isLive { exception.isLive = isLive }
        if isRepeat != old.isRepeat { exception.isRepeat = isRepeat }
        return exception
    }
}
