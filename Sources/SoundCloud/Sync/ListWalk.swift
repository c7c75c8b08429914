import Postgres
import Tenancy
import Web

/// A walk through a listener's list. Each page is stored in one transaction with the walk's position, so that the walk can resume.
struct ListWalk<List: RankedList>: Sendable {
    let run: SyncRun

    /// Continues the walk from `position`, the stored position (empty before the first page), until the list ends or its rest is known to be
    /// unchanged. Throws `RunLost` if the sync has ended or moved to another server.
    func walk(from position: String) async throws {
        var position = position
        var state: PartState
        if let kept = PartState(position) { state = kept } else { state = try await begin() }
        while true {
            let cursor = state.cursor.flatMap { CloudCursor(rawValue: $0) }
            let page: CloudPage<List.Item>
            do {
                page = try await List.page(after: cursor, from: run.cloud, as: run.tokens)
            } catch let error as CloudError where cursor != nil && error.isOfCursor && state.restarts < 3 {
                // Cursors expire. The walk starts again and skips items that already have positions.
                state.cursor = nil
                state.restarts += 1
                continue
            }
            let outcome = try await run.retryingRollbacks { try await keep(page, from: position, state) }
            guard let next = outcome else { return }
            (position, state) = (next.text, next)
        }
    }

    private func begin() async throws -> PartState {
        let me = try await run.me()
        let whole = try await run.store.lastWhole(List.part, of: run.listener)
        let top: Int64 = try await run.store.database.rows(in: run.listener.tenant, List.table.top(of: run.listener))[
            0](
                "rank")
        // A list for which SoundCloud sends no count is always walked to its end; such lists are short.
        var state = PartState(above: top + RankPlan.headroom, isFull: whole == nil || List.count(in: me) == nil)
        state.upstreamCount = List.count(in: me)
        state.difference = whole?.difference
        return state
    }

    /// Stores a page, or restarts the walk if there is no room for the ranks of the page. Returns the next position, or `nil` at the end of the walk.
    /// Throws `RunLost` as `walk(from:)` does.
    private func keep(_ page: CloudPage<List.Item>, from position: String, _ before: PartState) async throws
        -> PartState?
    {
        let (listener, sync) = (run.listener, run.sync)
        return try await run.store.database.transaction(in: listener.tenant) { transaction in
            var record = PageRecord(List.part, of: sync, in: listener.tenant)
            let lock = try await transaction.batch([SyncRun.planning, record.lock(at: position)])[1]
            guard !lock.isEmpty else { throw RunLost() }
            record.seen = page.items.count + page.faults.count
            record.faults = page.faults
            var state = before
            state.cursor = page.next?.rawValue

            let urns = page.items.map(List.urn)
            let answers = try await transaction.batch(
                List.storing(page.items, in: listener.tenant) + [
                    List.table.storedPositions(urns, of: listener),
                    CloudWrite.recentActions(urns, sync: sync, of: listener),
                ])
            let stored = try StoredPosition.read(answers[answers.count - 2])
            let actions = try CloudWrite.actions(answers[answers.count - 1])
            var known: Set<CloudURN> = []
            // Skips items that this run has placed, and items that the listener has removed, even if SoundCloud still lists them.
            let placed = urns.compactMap { urn -> (urn: CloudURN, stored: StoredPosition)? in
                guard known.insert(urn).inserted, let stored = stored[urn], stored.seenIn != sync.rawValue,
                    actions[urn] == nil || actions[urn] == List.actions?.add
                else { return nil }
                return (urn, stored)
            }
            let ids = placed.map(\.stored.id)
            let under: Int64? =
                state.isFresh
                ? nil
                : try await transaction.rows(List.table.below(state.above, besides: ids, sync: sync, of: listener))
                    .first.map {
                        try $0("rank")
                    }
            let ranks = state.isFresh ? placed.map { _ in nil } : placed.map(\.stored.rank)
            guard let plan = Self.plan(ranks, state, under) else {
                return try await restart(before, record, transaction)
            }

            record.added = placed.count { $0.stored.rank == nil }
            record.changed = placed.count - record.added - plan.kept
            state.above = plan.ranks.last ?? state.above
            if !placed.isEmpty {
                let artists = try await run.library.artistKeys(
                    of: List.tracks(page.items), for: listener, in: transaction)
                let ranking = List.ranking(
                    ids, at: plan.ranks, artists: placed.map { artists[$0.urn] ?? "" }, sync: sync, of: listener)
                _ = try await transaction.batch([ranking] + run.library.words(of: ids, in: List.part, for: listener))
            }
            let isAtEnd = page.next == nil
            var isDone = isAtEnd
            if !isAtEnd, !state.isFull, !placed.isEmpty, plan.kept == placed.count {
                record.removed = try await remove(over: state.above, transaction)
                isDone = try await agrees(state, transaction)
            }
            if isDone {
                if isAtEnd { record.removed += try await remove(over: .min, transaction) }
                state.isFull = state.isFull || isAtEnd
                state.cursor = nil
                let count: Int64 = try await transaction.rows(List.table.count(of: listener))[0]("count")
                state.difference = state.isFull ? state.upstreamCount.map { $0 - count } : state.difference
            }
            _ = try await transaction.batch([
                try record.update(to: state.text, isDone: isDone), run.sign,
            ])
            return isDone ? nil : state
        }
    }

    /// Returns the ranks of the page's items, or `nil` if there is no room between the known ranks. `under` is the greatest rank below `state.above`
    /// of an item outside the page that this run has not seen.
    private static func plan(_ ranks: [Int64?], _ state: PartState, _ under: Int64?) -> RankPlan? {
        // If the greatest unseen rank lies between two known ranks, its item was removed on SoundCloud, and the rank limits nothing.
        let last = ranks.compactMap { $0 }.filter { $0 < state.above }.min()
        let bound = under.flatMap { under in last.map { under < $0 } ?? true ? under : nil }
        return RankPlan(known: ranks, above: state.above, below: bound)
    }

    /// Restarts the walk at the top of the list, with new ranks for all items, and returns the stored position.
    private func restart(_ before: PartState, _ record: PageRecord, _ transaction: Transaction) async throws
        -> PartState
    {
        let top: Int64 = try await transaction.rows(List.table.top(of: run.listener))[0]("rank")
        var state = PartState(above: top + RankPlan.headroom, isFull: true)
        state.isFresh = true
        (state.upstreamCount, state.difference) = (before.upstreamCount, before.difference)
        var record = record
        (record.seen, record.faults) = (0, [])
        _ = try await transaction.batch([
            List.table.forget(run.sync, of: run.listener), try record.update(to: state.text, isDone: false), run.sign,
        ])
        return state
    }

    /// Deletes the items above a rank that the walk has not seen (`RankedTable.remove`), and returns their number.
    private func remove(over rank: Int64, _ transaction: Transaction) async throws -> Int {
        try await transaction.rows(List.table.remove(over: rank, sync: run.sync, of: run.listener)).count
    }

    /// Returns whether a walk may stop before the end: SoundCloud's count and the stored count differ by as much as after the last complete walk.
    /// Another difference shows a change further down the list. If the count or the earlier difference is unknown, the walk may not stop.
    private func agrees(_ state: PartState, _ transaction: Transaction) async throws -> Bool {
        guard let upstream = state.upstreamCount, let difference = state.difference else { return false }
        let count: Int64 = try await transaction.rows(List.table.count(of: run.listener))[0]("count")
        return upstream - count == difference
    }

    /// The stored position of an item.
    private struct StoredPosition {
        let id: Int64
        let rank: Int64?
        let seenIn: Int64?

        static func read(_ rows: [Row]) throws(PostgresError) -> [CloudURN: StoredPosition] {
            var stored: [CloudURN: StoredPosition] = [:]
            for row in rows {
                stored[try row("urn")] = StoredPosition(
                    id: try row("id"), rank: try row.optional("rank"), seenIn: try row.optional("seen_in"))
            }
            return stored
        }
    }
}

extension CloudError {
    /// Whether an expired or invalid cursor may have caused the error: SoundCloud answered 400, 404, 410 or 422.
    fileprivate var isOfCursor: Bool {
        switch self {
        case .notFound: true
        case .refused(let status, _): status == 400 || status == 422
        default: false
        }
    }
}
