import Web

/// The steps that the sources make at one moment of the concert, decided without I/O.
extension LiveArbiter {
    /// Takes a reading of the follower. Returns the step to write; `nil` if the concert does not move. `delayMs` is recorded with the step. Throws
    /// the errors of `FollowerReading.position(in:at:)`.
    package mutating func step(
        of reading: FollowerReading, at moment: LiveMoment, delayMs: Int64? = nil
    ) throws(APIError) -> LiveStore.SourceStep? {
        let position = try reading.position(in: moment.program, at: moment.programPosition)
        let target = read(
            ordinal: moment.timeline.ordinal(of: position), confidence: reading.confidence, current: moment.ordinal,
            isMovable: moment.isMovable, at: moment.now)
        guard let target, let position = moment.timeline.position(of: target) else { return nil }
        return LiveStore.SourceStep(
            position: position, state: moment.position.state, source: .follower, delayMs: delayMs)
    }

    /// Makes the step of the automatic advance that is due.
    ///
    /// - Returns: The step to write, `nil` if none is due; and the time until the next step, in milliseconds, or `nil` if the advance does not lead,
    ///   waits at the end of a piece, or may not move the concert in its present state.
    package mutating func advanceStep(at moment: LiveMoment) -> (step: LiveStore.SourceStep?, wait: Int64?) {
        let step = tick(moment.start, in: moment.timeline, isMovable: moment.isMovable, at: moment.now)
        let next = step.map {
            AutoAdvance.Start(ordinal: $0.ordinal, at: moment.now, revision: moment.position.revision + 1)
        }
        let wait =
            leader == .auto && moment.isMovable
            ? advance?.wait(from: next ?? moment.start, in: moment.timeline, at: moment.now) : nil
        guard let step, let position = moment.timeline.position(of: step.ordinal) else { return (nil, wait) }
        return (
            LiveStore.SourceStep(
                position: position, state: moment.position.state, source: .auto, delayMs: step.delay),
            wait
        )
    }

    /// Starts the automatic advance or changes its tempo. Returns the step that starts a concert in the state `ready`, otherwise `nil`. With
    /// `isTapped`, an advance that was not running counts from the time at which the measure on the air was reached, otherwise from now.
    package mutating func startAdvance(
        tempo: Double, isTapped: Bool, at moment: LiveMoment
    ) -> LiveStore.SourceStep? {
        if let running = advance, running.isRunning {
            start(running.retimed(to: tempo, from: moment.start, in: moment.timeline, at: moment.now))
        } else {
            // The measure of the last tap has begun with the tap; without a tap, the measure on the air begins now.
            let now = AutoAdvance.Start(ordinal: moment.ordinal, at: moment.now, revision: moment.position.revision)
            start(AutoAdvance(tempo: tempo, from: isTapped ? moment.start : now))
        }
        guard moment.position.state == .ready else { return nil }
        advance?.countRevision()
        return LiveStore.SourceStep(position: moment.programPosition, state: .running, source: .operator)
    }
}
