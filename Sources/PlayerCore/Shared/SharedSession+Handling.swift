/// The outcome of an action on a shared session.
public struct SharedReaction: Sendable, Hashable {
    public let session: SharedSession
    /// The items that were heard, with the members who heard them.
    public let heard: [Heard]

    /// An item that counts as heard (`PlayerListening`), and the members whose devices were ready to play it.
    public struct Heard: Sendable, Hashable {
        public let item: String
        public let since: PlayerTime
        public let playedMs: Int64
        public let members: [SharedMember.ID]
    }
}

extension SharedSession {
    /// Returns the session after an action. The member who acts counts as seen at `now`. O(m) in the number of members, and O(n) in the length of the
    /// queue for actions that search or edit it.
    ///
    /// - Parameter id: the member who acts; `nil` for the passage of time.
    /// - Throws: the reason why the action is refused. A refused action changes nothing.
    public func handle(
        _ action: SharedAction, by id: SharedMember.ID?, at now: PlayerTime
    ) throws(SharedRefusal) -> SharedReaction {
        var work = Work(session: self, now: now)
        if let id {
            guard let index = members.firstIndex(where: { $0.id == id }) else { throw .notAMember }
            work.session.members[index].seenAt = max(now, members[index].seenAt)
            try check(action, by: id, at: now)
            try work.perform(action, by: id, at: index)
        } else if action == .timePassed {
            try work.passTime()
        }
        try work.countVotes()
        return work.reaction(from: self)
    }

    /// Returns the session with a new member, or with a new name for a member who joins again. O(members).
    ///
    /// - Throws: `nameTaken` if another member has the name, ignoring case; `full` if the session already has `memberLimit` members.
    public func joined(by member: SharedMember, at now: PlayerTime) throws(SharedRefusal) -> SharedReaction {
        var work = Work(session: self, now: now)
        guard !members.contains(where: { $0.id != member.id && $0.name.lowercased() == member.name.lowercased() })
        else {
            throw .nameTaken
        }
        if let index = members.firstIndex(where: { $0.id == member.id }) {
            work.session.members[index].name = member.name
            work.session.members[index].seenAt = now
        } else {
            guard members.count < Self.memberLimit else { throw .full }
            work.session.members.append(member)
        }
        return work.reaction(from: self)
    }

    /// Returns the session without a member. If it was the member's turn, the turn passes to the next member. The votes of the others are counted
    /// again. If no member is left, the session has ended.
    public func left(by id: SharedMember.ID, at now: PlayerTime) -> SharedReaction {
        guard members.map(\.id) != [id] else { return ended(at: now) }
        var work = Work(session: self, now: now)
        work.remove(id)
        // The player accepts `next` in every state of a shared session whose queue is not empty, so `countVotes` does not throw here.
        try? work.countVotes()
        return work.reaction(from: self)
    }

    /// Returns the session after its end, without members. An item that was played long enough counts as heard.
    public func ended(at now: PlayerTime) -> SharedReaction {
        var work = Work(session: self, now: now)
        try? work.pause()
        work.session.members = []
        return work.reaction(from: self)
    }

    /// Throws if the member may not perform the action, or if the action's values do not fit the session.
    private func check(_ action: SharedAction, by id: SharedMember.ID, at now: PlayerTime) throws(SharedRefusal) {
        func checkOwner() throws(SharedRefusal) { if owner?.id != id { throw .ownerOnly(rule) } }
        func checkSteers() throws(SharedRefusal) { if !steers(id) { throw .ownerOnly(rule) } }
        switch action {
        case .play, .pause, .previous, .select, .seek, .setShuffle, .setRepeat, .move, .remove: try checkSteers()
        case .next(let item):
            try checkSteers()
            if let item, player.item?.id != item { throw .anotherItem }
        case .add(let items, let point):
            guard items.allSatisfy({ !$0.timing.isLive }) else { throw .isLive }
            let count = player.queue.count + items.count
            guard count <= Self.queueLimit else { throw .queueFull(count) }
            if rule == .turns {
                if let holder = turnHolder(at: now), holder.id != id { throw .notYourTurn(of: holder.name) }
                guard items.count == 1, point == .last else { throw .oneItemATurn(items.count) }
            } else if point == .next {
                try checkSteers()
            }
        case .voteToSkip(let item):
            guard rule != .everyone else { throw .notInRule(rule) }
            guard player.item?.id == item else { throw .anotherItem }
        case .passTurn:
            guard rule == .turns else { throw .notInRule(rule) }
            if let holder = turnHolder(at: now), holder.id != id, owner?.id != id {
                throw .notYourTurn(of: holder.name)
            }
        case .setRule: try checkOwner()
        case .removeMember(let other):
            try checkOwner()
            guard member(other) != nil, other != id else { throw .noSuchMember }
        case .withdrawVote, .ready, .failed, .ended, .inStep, .silent, .seen, .timePassed: break
        }
    }
}

/// A change in progress.
private struct Work {
    var session: SharedSession
    let now: PlayerTime
    private var heard: [SharedReaction.Heard] = []

    init(session: SharedSession, now: PlayerTime) { (self.session, self.now) = (session, now) }

    private var audio: PlayerAudio { session.player.audio }

    mutating func perform(_ action: SharedAction, by id: SharedMember.ID, at index: Int) throws(SharedRefusal) {
        switch action {
        case .play: if !audio.isActive { try send(.toggle) }
        case .pause: try pause()
        case .next: try send(.next(play: audio.isActive))
        case .previous: try send(.previous(play: audio.isActive))
        case .select(let index): try send(.select(index: index, play: audio.isActive))
        case .seek(let position): try send(.seek(positionMs: position), at: audio == .playing ? start : now)
        case .setShuffle(let on, let seed): try send(.setShuffle(on: on, seed: seed))
        case .setRepeat(let mode): try send(.setRepeat(mode))
        case .add(let items, let point):
            let new = items.map { PlayerItem(id: $0.id, timing: $0.timing) }
            try send(.insert(new, at: point))
            if session.rule == .turns { passTurn() }
        case .move(let from, let to): try send(.move(from: from, to: to))
        case .remove(let index): try send(.remove(index: index))
        case .voteToSkip: session.members[index].hasVoted = true
        case .withdrawVote: session.members[index].hasVoted = false
        case .passTurn: passTurn()
        case .setRule(let rule):
            guard rule != session.rule else { return }
            session.rule = rule
            session.turn = session.owner?.id
            clearVotes()
        case .removeMember(let other): remove(other)
        case .ready(let attempt): try ready(attempt, index)
        case .failed(let attempt, let code): try fail(attempt, code, index)
        case .ended(let attempt): try end(attempt)
        case .inStep(let step):
            session.members[index].isListening = true
            session.members[index].step = step
            // A report of the virtual device, so that its silence limit (spec P24) does not expire while members listen.
            if audio == .playing { try send(.bufferFilled(attempt: session.player.attempt)) }
        case .silent:
            session.members[index].isListening = false
            session.members[index].step = nil
            try startIfReady()
        case .seen, .timePassed: break
        }
    }

    /// Removes members whose silence limit has expired, starts or ends an overdue attempt, and continues after an item whose end was not reported.
    mutating func passTime() throws(SharedRefusal) {
        for member in session.members where now.milliseconds(since: member.seenAt) > SharedSession.silenceLimitMs {
            remove(member.id)
        }
        guard !session.members.isEmpty else { return }
        try startIfReady()
        if audio == .loading, let deadline = session.player.deadline, deadline <= now {
            // No member is ready. The session ends the attempt and skips no item.
            try send(.toggle)
        }
        if let end = session.overrun, end <= now { try send(.trackEnded(attempt: session.player.attempt)) }
        try send(.timePassed)
    }

    /// Skips the current item if enough present members have voted for it.
    mutating func countVotes() throws(SharedRefusal) {
        let votes = session.votes(at: now)
        guard session.rule != .everyone, votes > 0, votes >= session.votesNeeded(at: now),
            !session.player.queue.isEmpty
        else { return }
        clearVotes()
        try send(.next(play: audio.isActive))
    }

    mutating func pause() throws(SharedRefusal) { if audio.isActive { try send(.toggle) } }

    mutating func remove(_ id: SharedMember.ID) {
        if session.turn == id { passTurn() }
        session.members.removeAll { $0.id == id }
    }

    func reaction(from old: SharedSession) -> SharedReaction {
        var session = session
        if session.visible != old.visible { session.revision = old.revision + 1 }
        return SharedReaction(session: session, heard: heard)
    }

    private var start: PlayerTime { now.advanced(byMs: SharedSession.leadMs) }

    /// Sends an event to the player. Votes apply to one item, so a change of the item clears the votes.
    private mutating func send(_ event: PlayerEvent, at time: PlayerTime? = nil) throws(SharedRefusal) {
        let old = session.player
        let listeners = session.members.filter { $0.readyAttempt == old.attempt }.map(\.id)
        let reaction: PlayerReaction
        do {
            reaction = try old.handle(event, from: SharedSession.device, at: time ?? now)
        } catch { throw .player(error) }
        session.player = reaction.session
        for case .heard(let item, let since, let played) in reaction.effects {
            heard.append(.init(item: item, since: since, playedMs: played, members: listeners))
        }
        if session.player.attempt != old.attempt || !audio.isActive { session.readySince = nil }
        let isEdit = [.insert, .move, .setShuffle].contains(event.kind)
        if !isEdit, session.player.item != old.item || session.player.queue.index != old.queue.index { clearVotes() }
    }

    private mutating func ready(_ attempt: Int, _ index: Int) throws(SharedRefusal) {
        session.members[index].isListening = true
        guard attempt == session.player.attempt else { return }
        session.members[index].readyAttempt = attempt
        if session.members[index].failedAttempt == attempt { session.members[index].failedAttempt = 0 }
        try startIfReady()
    }

    private mutating func fail(_ attempt: Int, _ code: PlayerError.Code, _ index: Int) throws(SharedRefusal) {
        session.members[index].isListening = true
        guard attempt == session.player.attempt, audio.isActive else { return }
        session.members[index].failedAttempt = attempt
        session.members[index].failure = code
        try startIfReady()
        let isHeard = session.members.contains {
            $0.isListening && $0.isPresent(at: now) && $0.failedAttempt != attempt
        }
        if audio.isStarted, attempt == session.player.attempt, !isHeard {
            try send(.streamLost(attempt: attempt, code))
        }
    }

    /// Starts the attempt when every present listening member has answered, or `readyLimitMs` after the first answer, if a member is ready. The
    /// attempt fails when it has failed for all of them; members who do not listen yet delay the failure by the same time.
    private mutating func startIfReady() throws(SharedRefusal) {
        guard audio == .loading else { return }
        let attempt = session.player.attempt
        let present = session.present(at: now)
        let listening = present.filter(\.isListening)
        let waiting = listening.filter { $0.readyAttempt != attempt && $0.failedAttempt != attempt }
        guard waiting.count < listening.count else {
            session.readySince = nil
            return
        }
        let since = session.readySince ?? now
        session.readySince = since
        let isOver = now.milliseconds(since: since) >= SharedSession.readyLimitMs
        if listening.contains(where: { $0.readyAttempt == attempt && $0.failedAttempt != attempt }) {
            guard waiting.isEmpty || isOver else { return }
            try send(.streamReady(attempt: attempt), at: start)
            session.readySince = nil
        } else if waiting.isEmpty, isOver || present.count == listening.count, let failed = listening.first {
            try send(.streamFailed(attempt: attempt, failed.failure ?? .failed))
        }
    }

    /// Continues with the next item after a report of the end. Ignores a report that comes more than `endToleranceMs` before the end, because the
    /// member may have a shorter copy of the item.
    private mutating func end(_ attempt: Int) throws(SharedRefusal) {
        guard audio.isStarted, attempt == session.player.attempt else { return }
        if let duration = session.player.item?.timing.durationMs {
            guard session.player.positionMs(at: now) >= duration - SharedSession.endToleranceMs else { return }
        }
        try send(.trackEnded(attempt: attempt))
    }

    private mutating func passTurn() {
        guard let holder = session.turnHolder(at: now) ?? session.owner,
            let index = session.members.firstIndex(where: { $0.id == holder.id })
        else { return }
        let others = session.members[(index + 1)...] + session.members[..<index]
        session.turn = (others.first { $0.isPresent(at: now) } ?? others.first ?? holder).id
    }

    private mutating func clearVotes() {
        for index in session.members.indices { session.members[index].hasVoted = false }
    }
}

extension SharedSession {
    fileprivate var visible: Self {
        var session = self
        session.revision = 0
        session.player.deviceSeenAt = PlayerTime(milliseconds: 0)
        for index in session.members.indices {
            session.members[index].seenAt = session.members[index].joinedAt
            session.members[index].step = nil
        }
        return session
    }
}
