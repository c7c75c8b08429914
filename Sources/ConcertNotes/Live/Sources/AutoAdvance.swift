/// The automatic advance: the measures of a piece at the times of its reference recording, scaled to a tempo (spec T3).
///
/// The times are counted from one start and not from measure to measure, so that delays do not add up. After a pause or a move of another source,
/// the current measure becomes the start. The advance waits at the last measure of a piece, because the length of the applause is unknown.
public struct AutoAdvance: Sendable, Hashable, Codable {
    /// The measure and the time from which the advance counts. The measure is given by its ordinal, its number in the whole programme
    /// (`ReferenceTimeline`).
    public struct Start: Sendable, Hashable, Codable {
        public let ordinal: Int
        /// The time by the clock of the database, in milliseconds since 1970.
        public let at: Int64
        /// The live revision at the start or, after a step of the advance, the revision that the newest step creates.
        public var revision: Int64

        public init(ordinal: Int, at: Int64, revision: Int64) {
            self.ordinal = ordinal
            self.at = at
            self.revision = revision
        }
    }

    /// A step that is due: the measure to go to, and the delay.
    public struct Step: Sendable, Hashable {
        public let ordinal: Int
        /// The time since the step was due, in milliseconds.
        public let delay: Int64
    }

    /// The tempo relative to the reference recording: 2 is twice as fast.
    public private(set) var tempo: Double
    public internal(set) var isRunning = true
    private var start: Start?
    /// The part of the measure of `start` that had passed at its time, in milliseconds of the recording.
    private var passed: Int64 = 0

    /// The allowed tempos, relative to the reference recording.
    public static let tempos = 0.25...4.0

    /// Creates a running advance. A tempo outside `tempos` becomes the nearest allowed tempo.
    public init(tempo: Double) {
        self.tempo = min(max(tempo, Self.tempos.lowerBound), Self.tempos.upperBound)
    }

    init(tempo: Double, from start: Start) {
        self.init(tempo: tempo)
        self.start = start
    }

    /// Increases the revision of the start by one, for a change of the concert after which the advance continues from the same start.
    mutating func countRevision() { start?.revision += 1 }

    /// Returns a running advance with another tempo, which continues from the current moment within the current measure. `current` is the measure on
    /// the air, with the time and revision at which it was reached. A tempo outside `tempos` becomes the nearest allowed tempo.
    func retimed(to tempo: Double, from current: Start, in timeline: ReferenceTimeline, at now: Int64) -> AutoAdvance {
        var next = AutoAdvance(tempo: tempo)
        let begun = start(for: current)
        let elapsed = elapsed(since: begun, at: now)
        let inMeasure = elapsed - (timeline.time(of: current.ordinal) - timeline.time(of: begun.ordinal))
        next.start = Start(ordinal: current.ordinal, at: now, revision: current.revision)
        next.passed = min(max(0, inMeasure), timeline.duration(of: current.ordinal))
        return next
    }

    /// Returns the step that is due, and records the revision that it creates; `nil` if no step is due. `current` is the measure on the air, with the
    /// time and revision at which it was reached.
    mutating func step(from current: Start, in timeline: ReferenceTimeline, at now: Int64) -> Step? {
        let begun = start(for: current)
        if begun != start { (start, passed) = (begun, 0) }
        let time = timeline.time(of: begun.ordinal) + elapsed(since: begun, at: now)
        let ordinal = timeline.ordinal(at: time, inPieceOf: begun.ordinal)
        guard ordinal > current.ordinal else { return nil }
        start?.revision = current.revision + 1
        return Step(ordinal: ordinal, delay: Int64(Double(time - timeline.time(of: ordinal)) / tempo))
    }

    /// Returns the time until the next step is due, in milliseconds; 0 if it is due already, `nil` in the last measure of the piece.
    func wait(from current: Start, in timeline: ReferenceTimeline, at now: Int64) -> Int64? {
        let begun = start(for: current)
        guard let next = timeline.next(after: current.ordinal) else { return nil }
        var advance = self
        if begun != start { advance.passed = 0 }
        let left = timeline.time(of: next) - timeline.time(of: begun.ordinal) - advance.elapsed(since: begun, at: now)
        return max(0, Int64((Double(left) / tempo).rounded(.up)))
    }

    private func start(for current: Start) -> Start {
        guard let start, start.revision == current.revision else { return current }
        return start
    }

    private func elapsed(since start: Start, at now: Int64) -> Int64 {
        passed + Int64(Double(max(0, now - start.at)) * tempo)
    }
}
