import ConcertNotes
import Emitter
import Tenancy
import Web

/// The database as a model: serial transactions on the row of the live concert, its log, and the row of the emitters' lease. The conditions are
/// those of the statements of `LiveStore` and `LeaseStore`.
final class DatabaseModel {
    /// A row of the log of changes.
    struct Change {
        let position: ConcertNotes.LivePosition
        let programPosition: ProgramPosition
        let ordinal: Int
        let key: String
        let userID: Int64?
        let at: Int64
    }

    struct Lease {
        var holder = ""
        var epoch: Int64 = 0
        var until: Int64 = 0
        var reserved: Int32 = 0
    }

    /// Everything that is committed. The revisions of the log rise; after a loss, one revision is missing.
    struct State {
        var log: [Change] = []
        var keys: [String: Int] = [:]
        var arbiter = LiveArbiter()
        var arbiterVersion: Int64 = 0
        var advanceHolder = ""
        var advanceUntil: Int64 = 0
        var lease = Lease()
    }

    static let tenant = TenantID(rawValue: 1)

    let program: LiveProgram
    let timeline: ReferenceTimeline
    private(set) var state = State()
    let clock: VirtualClock
    private let planted: PlantedFault?
    private var random: SimulationRandom
    private var replica: State?
    /// What was committed before each of the newest changes, for a fail-over that loses changes. The oldest entry is of the change `log.count -
    /// before.count`.
    private var before: [Before] = []

    /// The state of the arbiter before a change.
    private struct Before {
        let arbiter: LiveArbiter
        let arbiterVersion: Int64
        let advanceHolder: String
        let advanceUntil: Int64
    }

    /// The number of fail-overs that have lost commits: readings and notifications of different histories have no common order.
    private(set) var history = 0

    var downUntil: Int64 = 0
    var pausedUntil: Int64 = 0
    var lossUntil: Int64 = 0
    var lossPerMille: Int64 = 0
    /// The difference of the wall clock.
    var clockOffset: Int64 = 1_700_000_000_000
    /// Called after each move with the payload of its notification.
    var notify: (_ payload: String) -> Void = { _ in }
    /// Called with the changes that a fail-over has lost.
    var lost: ([Change]) -> Void = { _ in }
    var committed: (Change) -> Void = { _ in }
    var leaseGranted: (Int64) -> Void = { _ in }

    init(clock: VirtualClock, seed: UInt64, planted: PlantedFault?) {
        self.clock = clock
        self.planted = planted
        random = SimulationRandom(seed: seed ^ 0xDB)
        program = .plain(
            concert: Concert.ID(rawValue: 1),
            pieces: (1...4).map { ("Composer, Piece: Movement \($0)", 1200) }, measureMs: 2400)
        timeline = ReferenceTimeline(program)
        state.log.append(
            Change(
                position: ConcertNotes.LivePosition(
                    piece: program.pieces[0].name, measure: 1, printedMeasure: "1", pass: 1, revision: 1, state: .ready,
                    source: .operator, at: Instant(milliseconds: wallTime)),
                programPosition: ProgramPosition(piece: 0, measure: 1), ordinal: 1, key: "", userID: nil, at: 0))
        if planted == .failOverLosesCommits { replicate() }
    }

    /// The time of the database's clock.
    var wallTime: Int64 { clock.now + clockOffset }
    var newest: Change { state.log[state.log.count - 1] }
    private var revision: Int64 { newest.position.revision }

    /// Runs a transaction. `done` gets `nil` if the connection was lost, whether the transaction was committed or not.
    func transact<Result>(_ body: @escaping () -> Result, _ done: @escaping (Result?) -> Void) {
        let history = history
        clock.after(1 + random.below(3)) { [self] in execute(body, in: history, done) }
    }

    private func execute<Result>(
        _ body: @escaping () -> Result, in history: Int, _ done: @escaping (Result?) -> Void
    ) {
        if clock.now < pausedUntil {
            return clock.after(pausedUntil - clock.now) { [self] in execute(body, in: history, done) }
        }
        // The connection was to the server that is gone.
        guard clock.now >= downUntil, history == self.history else { return clock.after(20) { done(nil) } }
        let isLossy = clock.now < lossUntil && random.chance(lossPerMille)
        if isLossy, random.chance(500) { return clock.after(20) { done(nil) } }
        let result = body()
        clock.after(1 + random.below(3)) { done(isLossy ? nil : result) }
    }

    /// A standby takes over. With synchronous replication it has all commits; otherwise it lacks the changes of the last `lag` milliseconds, at most
    /// `memory`. The row of the emitters' lease is never lost here (decision 0068).
    func failOver(downFor time: Int64, lag: Int64 = 0) {
        downUntil = max(downUntil, clock.now + time)
        lose(
            before.indices.reversed().prefix { state.log[state.log.count - before.count + $0].at > clock.now - lag }
                .count)
        if planted == .failOverLosesCommits, let replica { (state, before) = (replica, []) }
        if planted == .countReusedAfterFailOver {
            state.lease.reserved = max(0, state.lease.reserved - CountBlock.size)
            state.lease.until = 0
        }
    }

    /// The largest number of changes that a fail-over loses.
    private static let memory = 4

    private func lose(_ count: Int) {
        guard count > 0 else { return }
        let changes = Array(state.log.suffix(count)), first = before[before.count - count]
        state.log.removeLast(count)
        before.removeLast(count)
        for change in changes { state.keys[change.key] = nil }
        (state.arbiter, state.arbiterVersion) = (first.arbiter, first.arbiterVersion)
        (state.advanceHolder, state.advanceUntil) = (first.advanceHolder, first.advanceUntil)
        history += 1
        lost(changes)
    }

    private func replicate() {
        replica = state
        clock.after(1000) { [self] in replicate() }
    }

    // MARK: The live concert

    /// Reads the row.
    func snapshot() -> LiveSnapshot {
        LiveSnapshot(
            revision: revision,
            onAir: LiveSnapshot.OnAir(
                concert: program.concert, contentRevision: 1, position: newest.position,
                pieceOrder: newest.programPosition.piece + 1),
            arbiter: state.arbiter, arbiterVersion: state.arbiterVersion, readAt: wallTime)
    }

    /// Returns the change with a key.
    func change(withKey key: String) -> Change? {
        planted == .retryNotIdempotent ? nil : state.keys[key].map { state.log[$0] }
    }

    func moves(since revision: Int64) -> [LiveMove] {
        let first = (state.log.lastIndex { $0.position.revision <= revision } ?? -1) + 1
        return state.log[max(first, state.log.count - 512)...].map {
            LiveMove(
                revision: $0.position.revision, concert: program.concert, position: $0.position,
                pieceOrder: $0.programPosition.piece + 1)
        }
    }

    /// Returns the newest move, for an undo.
    func lastMove() -> LiveLastMove {
        let before = state.log.dropLast().last.flatMap { $0.position.revision == revision - 1 ? $0.position : nil }
        return LiveLastMove(
            revision: revision, source: newest.position.source, userID: newest.userID,
            ageMilliseconds: wallTime - newest.position.at.milliseconds,
            before: before.map { LiveLastMove.PreviousPosition(piece: $0.piece, measure: $0.measure, state: $0.state) })
    }

    /// Writes a move if the row has not changed and the key is new.
    func compareAndSet(_ move: LiveStore.Move) -> Bool {
        guard revision == move.from, newest.position.at == move.fromTime,
            state.arbiterVersion == move.arbiterVersion, change(withKey: move.key) == nil
        else { return false }
        let target = move.target.programPosition
        let change = Change(
            position: ConcertNotes.LivePosition(
                piece: program.pieces[target.piece].name, measure: target.measure, printedMeasure: "", pass: 1,
                revision: move.from + 1, state: move.target.state, source: move.attribution.source,
                at: Instant(milliseconds: wallTime)),
            programPosition: target, ordinal: timeline.ordinal(of: target), key: move.key,
            userID: move.attribution.userID, at: clock.now)
        append(change, arbiter: move.arbiter, version: state.arbiterVersion + 1)
        notify(payload(of: move))
        return true
    }

    private func append(_ change: Change, arbiter: LiveArbiter, version: Int64) {
        before.append(
            Before(
                arbiter: state.arbiter, arbiterVersion: state.arbiterVersion, advanceHolder: state.advanceHolder,
                advanceUntil: state.advanceUntil))
        if before.count > Self.memory { before.removeFirst() }
        state.keys[change.key] = state.log.count
        state.log.append(change)
        (state.arbiter, state.arbiterVersion) = (arbiter, version)
        committed(change)
    }

    /// Raises the revision above a lost one, if the row has not changed, as `LiveStore.raise`.
    func raise(_ found: LiveSnapshot, above lost: LiveSnapshot) {
        guard revision == found.revision, state.arbiterVersion == found.arbiterVersion,
            newest.position.at == found.onAir?.position.at
        else { return }
        let (old, next) = (newest, max(found.revision, lost.revision) + 2)
        let position = ConcertNotes.LivePosition(
            piece: old.position.piece, measure: old.position.measure, printedMeasure: "", pass: 1, revision: next,
            state: old.position.state, source: old.position.source, at: Instant(milliseconds: wallTime))
        append(
            Change(
                position: position, programPosition: old.programPosition, ordinal: old.ordinal, key: "raise-\(next)",
                userID: nil, at: clock.now),
            arbiter: state.arbiter, version: max(found.arbiterVersion, lost.arbiterVersion) + 1)
        notify(LiveNotice.payload(Self.tenant, kind: "live") + "\(next)")
    }

    /// Returns the payload of a move. Every eighth notification has no position, as from a server of an older release.
    private func payload(of move: LiveStore.Move) -> String {
        let revision = move.from + 1
        return LiveNotice.payload(Self.tenant, kind: "live") + "\(revision)"
            + (revision % 8 == 0 ? "" : LiveNotice.fields(of: move))
    }

    /// Stores an arbiter without a move.
    func store(_ arbiter: LiveArbiter, after snapshot: LiveSnapshot) -> Bool {
        guard revision == snapshot.revision, state.arbiterVersion == snapshot.arbiterVersion else {
            return false
        }
        state.arbiter = arbiter
        state.arbiterVersion += 1
        return true
    }

    func takeAdvanceLease(for holder: String) -> Bool {
        guard state.arbiter.advance?.isRunning == true, state.advanceUntil < wallTime || state.advanceHolder == holder
        else { return false }
        (state.advanceHolder, state.advanceUntil) = (holder, wallTime + AdvanceService.termMilliseconds)
        return true
    }

    // MARK: The emitters' lease

    enum Attempt {
        case granted(LeaseGrant, Emitter.LiveState)
        case held(Int64)
    }

    func takeLease(for holder: String) -> Attempt {
        guard state.lease.until < wallTime || state.lease.holder == holder else {
            return .held(max(0, state.lease.until - wallTime))
        }
        state.lease.holder = holder
        state.lease.epoch += 1
        state.lease.until = wallTime + term
        if planted != .countNotReserved || state.lease.reserved == 0 { state.lease.reserved += CountBlock.size }
        leaseGranted(state.lease.epoch)
        return .granted(LeaseGrant(epoch: state.lease.epoch, reserved: state.lease.reserved), emitterState())
    }

    func renewLease(epoch: Int64, reserving more: Int32) -> (LeaseGrant, Emitter.LiveState)? {
        guard epoch == state.lease.epoch || planted == .lostFence else { return nil }
        state.lease.until = wallTime + term
        guard planted != .countNotReserved else {
            return (LeaseGrant(epoch: epoch, reserved: state.lease.reserved + more), emitterState())
        }
        state.lease.reserved += more
        return (LeaseGrant(epoch: epoch, reserved: state.lease.reserved), emitterState())
    }

    func emitterState() -> Emitter.LiveState {
        let position = newest.position
        return Emitter.LiveState(
            revision: position.revision,
            position: Emitter.LivePosition(name: position.piece, measure: Int32(position.measure)),
            showsPosition: position.state != .blackout && position.state != .ended)
    }

    private var term: Int64 { Int64(LeaseStore.term / .milliseconds(1)) }
}
