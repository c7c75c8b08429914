/// The concert on the air at one moment: the input of the arbiter.
package struct LiveMoment: Sendable {
    package let position: LivePosition
    package let programPosition: ProgramPosition
    package let program: LiveProgram
    package let timeline: ReferenceTimeline
    /// The time at which the snapshot was read, by the clock of the database, in milliseconds since 1970.
    package let now: Int64

    /// The number of the measure on the air in the whole programme.
    package var ordinal: Int { timeline.ordinal(of: programPosition) }

    /// Whether the follower and the automatic advance may move the concert: while it is running or in a blackout (spec Decided 4).
    package var isMovable: Bool { position.state == .running || position.state == .blackout }

    /// The position as a start of the automatic advance.
    var start: AutoAdvance.Start {
        AutoAdvance.Start(ordinal: ordinal, at: position.at.milliseconds, revision: position.revision)
    }

    /// Creates the moment of a snapshot; `nil` off the air, or if the programme is of another concert or revision or lacks the piece. `known` is the
    /// timeline of the programme; `nil` computes it.
    package init?(_ snapshot: LiveSnapshot, in program: LiveProgram, timeline known: ReferenceTimeline? = nil) {
        guard let onAir = snapshot.onAir, program.concert == onAir.concert, program.revision == onAir.contentRevision,
            let programPosition = program.programPosition(of: onAir.position)
        else { return nil }
        position = onAir.position
        self.programPosition = programPosition
        self.program = program
        timeline = known ?? ReferenceTimeline(program)
        now = snapshot.readAt
    }
}
