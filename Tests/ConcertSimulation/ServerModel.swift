import ConcertNotes
import HTTP
import Web

/// A request of an operator, repeated with the same key until it is answered.
struct OperatorRequest {
    enum Kind {
        case step(Int), jump(ProgramPosition), state(ConcertNotes.LiveState), undo(Int64)
        case takeOver, allowFollower, startAdvance, pauseAdvance
    }

    let kind: Kind
    let key: String
    let userID: Int64
    /// The revision that the operator's page showed.
    let expected: Int64?

    var attribution: LiveAttribution {
        LiveAttribution(
            userID: userID, login: "operator\(userID)", idempotencyKey: key, expectedRevision: expected)
    }
}

/// The answer to an operator's request.
enum OperatorAnswer {
    /// The revision after the move, with the ordinal; `nil` if the request does not move the concert.
    case done(DatabaseModel.Change?)
    case refused
    /// The database is unavailable: the operator repeats the request.
    case failed
}

/// A server: the product's rules of moves and sources, and its feed of events, between the modelled database and streams.
final class ServerModel {
    private let clock: VirtualClock
    private let database: DatabaseModel
    private let planted: PlantedFault?
    private let index: Int
    /// The number of the process, which rises with each start.
    private(set) var process = 0
    private var isReading = false
    private var readsAgain = false
    /// What waits for a reading that has not begun.
    private var waiting: [() -> Void] = []
    private var readAt: Int64 = -1_000_000
    private var remembered: RememberedSnapshot?
    private(set) var feed = LiveFeed()
    private(set) var isUp = true
    var notificationsLostUntil: Int64 = 0
    /// Sends the new events to the open streams of this server.
    var publish: ([ServerSentEvent]) -> Void = { _ in }
    var ended: () -> Void = {}
    /// Called when a person's decision about the sources is stored.
    var decided: () -> Void = {}

    init(clock: VirtualClock, database: DatabaseModel, index: Int, planted: PlantedFault?) {
        self.clock = clock
        self.database = database
        self.index = index
        self.planted = planted
        begin()
    }

    private func begin() {
        process += 1
        feed = LiveFeed()
        remembered = nil
        (isReading, readsAgain, isUp) = (false, false, true)
        refresh()
        poll(process)
        carryOutAdvance(process)
    }

    /// Ends the process. Another begins after `time`.
    func stop(for time: Int64) {
        guard isUp else { return }
        isUp = false
        process += 1
        ended()
        for wakes in waiting { wakes() }
        waiting = []
        clock.after(time) { [self] in begin() }
    }

    // MARK: The feed

    func notified() {
        if isUp, clock.now >= notificationsLostUntil { refresh() }
    }

    /// The LISTEN connection is open again: notifications may have been missed.
    func listensAgain() {
        if isUp, planted != .notificationLostWithoutPoll { refresh() }
    }

    private func poll(_ process: Int) {
        let staleness = Int64(LiveHub.staleness / .milliseconds(1))
        clock.after(staleness) { [self] in
            guard process == self.process else { return }
            if clock.now - readAt > staleness, planted != .notificationLostWithoutPoll { refresh() }
            poll(process)
        }
    }

    /// Runs an action after a reading that begins after this call, successful or not, or after the end of the process.
    func caughtUp(_ action: @escaping () -> Void) {
        guard isUp else { return action() }
        waiting.append(action)
        refresh()
    }

    private func refresh() {
        guard !isReading else {
            readsAgain = true
            return
        }
        isReading = true
        let (process, wakes) = (process, waiting)
        waiting = []
        read { [self] reading in
            defer { for action in wakes { action() } }
            guard process == self.process else { return }
            isReading = false
            if let reading {
                readAt = clock.now
                let events = feed.update(with: reading, now: Instant(milliseconds: database.wallTime))
                remember(feed.snapshot)
                if !events.isEmpty { publish(events) }
            }
            if readsAgain {
                readsAgain = false
                refresh()
            }
        }
    }

    /// Reads the state. If the database has lost the revision of the feed, raises the row's revision first, as `LiveHub` does.
    private func read(_ done: @escaping (LiveReading?) -> Void) {
        let (process, since) = (process, feed.revision)
        database.transact { [database] in
            let snapshot = database.snapshot()
            return (snapshot, LiveReading(snapshot: snapshot, moves: database.moves(since: since)))
        } _: { [self] result in
            guard process == self.process, planted != .lostRevisionReused, let (found, reading) = result,
                let lost = feed.lostSnapshot(in: reading)
            else { return done(result?.1) }
            database.transact { [database] in
                database.raise(found, above: lost)
            } _: { [self] isDone in
                guard isDone != nil, process == self.process else { return done(nil) }
                read(done)
            }
        }
    }

    /// Returns the first events of a stream that resumes after an event.
    func backlog(after lastEventID: String?) -> [ServerSentEvent] {
        var id = lastEventID
        if planted == .resumeOffByOne, let revision = id.flatMap({ Int64($0.prefix { $0 != "." }) }) {
            id = "\(min(revision + 1, max(revision, feed.revision))).0"
        }
        return feed.backlog(after: id, now: Instant(milliseconds: database.wallTime))
    }

    // MARK: Operators

    func handle(_ request: OperatorRequest, _ answer: @escaping (OperatorAnswer) -> Void) {
        guard isUp else { return answer(.failed) }
        let process = process
        let respond: (OperatorAnswer) -> Void = { [self] in
            guard process == self.process else { return }
            if case .done = $0 { refresh() }
            answer($0)
        }
        switch request.kind {
        case .step, .jump, .state, .undo: move(request, attempts: 100, respond)
        case .takeOver:
            arbitrate(
                request.attribution, attempts: 100,
                { arbiter, _ in
                    arbiter.takeOver(by: nil); return nil
                }, respond)
        case .allowFollower:
            arbitrate(
                request.attribution, attempts: 100,
                { arbiter, _ in
                    arbiter.allowFollower(); return nil
                }, respond)
        case .startAdvance:
            arbitrate(
                request.attribution, attempts: 100,
                { arbiter, moment in arbiter.startAdvance(tempo: 1, isTapped: false, at: moment) }, respond)
        case .pauseAdvance:
            arbitrate(
                request.attribution, attempts: 100,
                { arbiter, _ in
                    arbiter.pauseAdvance(); return nil
                }, respond)
        }
    }

    private func remember(_ snapshot: LiveSnapshot?) {
        guard let snapshot, remembered?.isReplaced(by: snapshot, at: clock.instant) ?? true else { return }
        remembered = RememberedSnapshot(snapshot, at: clock.instant)
    }

    /// Makes a move. The first attempt starts from the snapshot in memory, as in `LiveStore`.
    private func move(_ request: OperatorRequest, attempts: Int, _ answer: @escaping (OperatorAnswer) -> Void) {
        var snapshot = remembered?.current(at: clock.instant)
        // An undo depends on the newest move, which is read.
        if case .undo = request.kind { snapshot = nil }
        if let snapshot, let move = decision(on: request, at: snapshot) {
            return commit(move, of: request, attempts: attempts, answer)
        }
        readAndMove(request, attempts: attempts, answer)
    }

    private func readAndMove(
        _ request: OperatorRequest, attempts: Int, _ answer: @escaping (OperatorAnswer) -> Void
    ) {
        database.transact { [database] in
            (database.change(withKey: request.key), database.snapshot(), database.lastMove())
        } _: { [self] reading in
            guard let (earlier, snapshot, last) = reading, attempts > 0 else { return answer(.failed) }
            remember(snapshot)
            if let earlier { return answer(.done(earlier)) }
            guard let move = decision(on: request, at: snapshot, last: last) else { return answer(.refused) }
            commit(move, of: request, attempts: attempts, answer)
        }
    }

    /// Decides a move; `nil` if the request is refused.
    private func decision(
        on request: OperatorRequest, at snapshot: LiveSnapshot, last: LiveLastMove? = nil
    ) -> LiveStore.Move? {
        guard request.attribution.expects(snapshot.revision),
            let moment = LiveMoment(snapshot, in: database.program, timeline: database.timeline),
            let target = try? target(of: request, at: moment, last: last),
            case .write(let move)? = try? LiveMoveRule.decision(
                to: target, from: moment.programPosition, of: moment.position, in: database.program, at: snapshot,
                by: request.attribution, key: request.key)
        else { return nil }
        return move
    }

    private func commit(
        _ move: LiveStore.Move, of request: OperatorRequest, attempts: Int,
        _ answer: @escaping (OperatorAnswer) -> Void
    ) {
        if planted == .acknowledgedBeforeCommit { answer(.done(database.predicted(move))) }
        write(move, tries: 3) { [self] isDone in
            guard let isDone else { return answer(.failed) }
            guard isDone else { return readAndMove(request, attempts: attempts - 1, answer) }
            answer(.done(database.predicted(move)))
        }
    }

    private func target(
        of request: OperatorRequest, at moment: LiveMoment, last: LiveLastMove?
    ) throws(APIError) -> LiveStore.MoveTarget {
        let state = moment.position.state
        switch request.kind {
        case .step(let by):
            return LiveStore.MoveTarget(
                programPosition: try LiveStep(by: by).applied(to: moment.programPosition, in: moment.program),
                state: try LiveRule.state(afterStepIn: state, by: .operator))
        case .jump(let position):
            let target = LiveTarget(piece: moment.program.pieces[position.piece].name, measure: position.measure)
            return LiveStore.MoveTarget(
                programPosition: try target.programPosition(from: moment.programPosition, in: moment.program),
                state: try LiveRule.state(after: target, in: state, by: .operator))
        case .state(let wanted):
            return LiveStore.MoveTarget(
                programPosition: moment.programPosition,
                state: try LiveRule.state(after: LiveTarget(state: wanted), in: state, by: .operator))
        default:
            guard let last else { throw APIError(.conflict, code: .nothingToUndo, "the newest move is unknown") }
            let author = planted == .undoOfAnothersStep ? last.userID : request.userID
            return try last.undone(by: author, in: moment.program)
        }
    }

    /// Writes a move. The database's client repeats the transaction if its connection was lost.
    private func write(_ move: LiveStore.Move, tries: Int, _ done: @escaping (Bool?) -> Void) {
        database.transact { [database] in
            (database.compareAndSet(move), database.snapshot())
        } _: { [self] outcome in
            guard let (isDone, snapshot) = outcome else {
                return tries > 1 ? write(move, tries: tries - 1, done) : done(nil)
            }
            guard isDone else { return readOutcome(of: move, tries: 3, done) }
            remember(snapshot)
            done(true)
        }
    }

    /// Reads the row, and the change with the key of a move, in a second transaction. A repeated write finds its own key.
    private func readOutcome(of move: LiveStore.Move, tries: Int, _ done: @escaping (Bool?) -> Void) {
        database.transact { [database] in
            (database.change(withKey: move.key)?.position.revision == move.from + 1, database.snapshot())
        } _: { [self] outcome in
            guard let (isDone, snapshot) = outcome else {
                return tries > 1 ? readOutcome(of: move, tries: tries - 1, done) : done(nil)
            }
            remember(snapshot)
            done(isDone)
        }
    }

    // MARK: Programs

    /// Takes a reading of the follower.
    func read(_ ordinal: Int, confidence: Double) {
        guard isUp, let position = database.timeline.position(of: ordinal) else { return }
        let reading = FollowerReading(
            piece: database.program.pieces[position.piece].name, measure: position.measure, confidence: confidence)
        arbitrate(
            LiveAttribution(source: .follower), attempts: 10,
            { [planted] arbiter, moment in
                let wasLeading = arbiter.leader == .follower
                let step = try? arbiter.step(of: reading, at: moment)
                if planted == .arbiterFlaps, wasLeading || arbiter.follower.isLost, arbiter.leader != .follower {
                    if arbiter.follower.losses > 0 { arbiter.allowFollower() }
                }
                return step
            }, { _ in })
    }

    private func carryOutAdvance(_ process: Int) {
        let holder = "server\(index)-\(process)"
        database.transact { [database] in
            database.takeAdvanceLease(for: holder)
        } _: { [self] isTaken in
            guard process == self.process else { return }
            guard isTaken == true else { return clock.after(1000) { [self] in carryOutAdvance(process) } }
            var wait: Int64?
            arbitrate(
                LiveAttribution(source: .auto), attempts: 100,
                { arbiter, moment in
                    let (step, next) = arbiter.advanceStep(at: moment)
                    wait = next
                    return step
                },
                { [self] _ in
                    clock.after(min(max(1, wait ?? .max), AdvanceService.renewalMilliseconds)) { [self] in
                        if process == self.process { carryOutAdvance(process) }
                    }
                })
        }
    }

    private func arbitrate(
        _ attribution: LiveAttribution, attempts: Int,
        _ decide: @escaping (inout LiveArbiter, LiveMoment) -> LiveStore.SourceStep?,
        _ answer: @escaping (OperatorAnswer) -> Void
    ) {
        database.transact { [database] in
            database.snapshot()
        } _: { [self] snapshot in
            guard let snapshot, attempts > 0, let moment = moment(of: snapshot) else { return answer(.failed) }
            var arbiter = snapshot.arbiter.settled(at: moment.now)
            if let step = decide(&arbiter, moment) {
                keys += 1
                let move = step.move(
                    from: snapshot, in: database.program, by: attribution,
                    key: attribution.idempotencyKey ?? "server\(index)-\(keys)", leaving: arbiter)
                write(move, tries: 3) { [self] isDone in
                    guard let isDone else { return answer(.failed) }
                    guard isDone else { return arbitrate(attribution, attempts: attempts - 1, decide, answer) }
                    answer(.done(nil))
                }
            } else if arbiter.mustReplace(snapshot.arbiter) {
                database.transact { [self] in
                    let isStored = database.store(arbiter, after: snapshot)
                    if isStored, attribution.source == .operator { decided() }
                    return isStored
                } _: { [self] isDone in
                    guard let isDone else { return answer(.failed) }
                    guard isDone else { return arbitrate(attribution, attempts: attempts - 1, decide, answer) }
                    answer(.done(nil))
                }
            } else {
                answer(.done(nil))
            }
        }
    }

    private var keys = 0

    private func moment(of snapshot: LiveSnapshot) -> LiveMoment? {
        guard planted == .heldConcertMoves, let onAir = snapshot.onAir, onAir.position.state == .held else {
            return LiveMoment(snapshot, in: database.program, timeline: database.timeline)
        }
        let held = onAir.position
        let running = ConcertNotes.LivePosition(
            piece: held.piece, measure: held.measure, printedMeasure: held.printedMeasure, pass: held.pass,
            revision: held.revision, state: .running, source: held.source, at: held.at)
        return LiveMoment(
            LiveSnapshot(
                revision: snapshot.revision,
                onAir: LiveSnapshot.OnAir(
                    concert: onAir.concert, contentRevision: onAir.contentRevision, position: running),
                arbiter: snapshot.arbiter, arbiterVersion: snapshot.arbiterVersion, readAt: snapshot.readAt),
            in: database.program, timeline: database.timeline)
    }
}

extension DatabaseModel {
    /// Returns the change that a move makes.
    func predicted(_ move: LiveStore.Move) -> Change {
        let target = move.target.programPosition
        return Change(
            position: ConcertNotes.LivePosition(
                piece: program.pieces[target.piece].name, measure: target.measure, printedMeasure: "", pass: 1,
                revision: move.from + 1, state: move.target.state, source: move.attribution.source,
                at: Instant(milliseconds: wallTime)),
            programPosition: target, ordinal: timeline.ordinal(of: target), key: move.key,
            userID: move.attribution.userID, at: clock.now)
    }
}
