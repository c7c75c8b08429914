import HTTP
import Web

/// The forms of the operator page about the sources of the position.
extension OperatorRoutes {
    /// Answers `getOperatorSources`: the region of the page about the sources, which the script reads after an event about the sources. A request
    /// without the script's field is redirected to the page.
    @Sendable
    func getOperatorSources(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard Self.isScript(request) else { return .seeOther("/operator") }
        var page = OperatorPageContext(now: .now, caller: context.caller)
        page.situation = try await store.situation(in: context.tenant.id)
        page.sources = try await store.sources(in: context.tenant.id)
        page.others = hub.operators(in: context.tenant.id, except: request.fields["Tutti-Regions"])
        return .bytes(
            Array(OperatorSources(page: page).html.text.utf8), mediaType: "text/html; charset=utf-8",
            fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getOperatorEvents`: the events of `getLiveEvents`, and an event when the sources or the newest reading of the follower have changed.
    @Sendable
    func getOperatorEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let topic = try await hub.topic(of: context.tenant.id)
        let lastEventID = request.fields["Last-Event-ID"]
        if topic.feed.isBehind(lastEventID) { await hub.caughtUp(in: context.tenant.id) }
        return Response(content: .events(topic.operatorEvents, lastEventID: lastEventID))
    }

    /// Answers `postOperatorLeader`: takes over, lets the follower lead, or hands the position over to a colleague who has the page open.
    @Sendable
    func postOperatorLeader(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .led) { form, _ in
            let tenant = context.tenant.id
            if let login = try form.optional("colleague") {
                let attribution = try decision(form, context, asking: ["colleague", login], yieldsToMoves: true)
                guard let colleague = hub.operators(in: tenant, except: nil).first(where: { $0.login == login }) else {
                    // A repeat of a hand-over that has counted, after the colleague has closed the page.
                    if try await store.decided(by: attribution, in: tenant).isRepeat { return }
                    throw APIError(
                        .unprocessableContent, code: .invalid,
                        "the operator \"\(login.prefix(100))\" does not have this page open now; hand over to another operator"
                    )
                }
                _ = try await store.handOver(
                    to: LiveArbiter.Holder(userID: colleague.userID, login: colleague.login), in: tenant,
                    by: attribution)
                return
            }
            let leader = try form("leader")
            let isPerson = leader == LiveArbiter.Leader.person.rawValue
            let attribution = try decision(form, context, asking: ["leader", leader], yieldsToMoves: !isPerson)
            switch leader {
            case LiveArbiter.Leader.person.rawValue: _ = try await store.takeOver(in: tenant, by: attribution)
            case LiveArbiter.Leader.follower.rawValue: _ = try await store.allowFollower(in: tenant, by: attribution)
            case let text: throw APIError.invalid("leader", "must be person or follower, found \"\(text.prefix(100))\"")
            }
        }
    }

    /// The factor by which Faster multiplies the tempo and Slower divides it.
    private static let nudge = 1.03

    /// Answers `postOperatorAdvance`: starts, changes, pauses or ends the automatic advance. Starting it or changing its tempo also ends a take-over
    /// and starts a concert in the state `ready`.
    @Sendable
    func postOperatorAdvance(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .advance) { form, _ in
            let tenant = context.tenant.id
            let action = try form("action")
            let attribution = try decision(
                form, context, asking: ["action", action], yieldsToMoves: !["paused", "off"].contains(action))
            switch action {
            case "running": _ = try await store.startAdvance(.kept, in: tenant, by: attribution)
            case "tapped": _ = try await store.startAdvance(.tapped, in: tenant, by: attribution)
            case "slower": _ = try await store.startAdvance(.scaled(1 / Self.nudge), in: tenant, by: attribution)
            case "faster": _ = try await store.startAdvance(.scaled(Self.nudge), in: tenant, by: attribution)
            case "paused": _ = try await store.pauseAdvance(in: tenant, by: attribution)
            case "off": _ = try await store.endAdvance(in: tenant, by: attribution)
            case let text:
                throw APIError.invalid(
                    "action",
                    "must be running, tapped, slower, faster, paused or off, found \"\(text.prefix(100))\"")
            }
        }
    }

    /// The age of a press, in milliseconds, above which every decision yields to a newer move of another person. The script repeats a press for up to
    /// 30 s.
    private static let lateAge: Int64 = 2_000

    /// Returns the attribution of a decision about the sources. The decision is refused if another person has decided since the version that the
    /// script sends, so that a late repeat does not undo a colleague's decision. A form sent without JavaScript is sent once and is never refused for
    /// these reasons. Throws `APIError` 422 for an invalid field.
    ///
    /// - Parameters:
    ///   - parts: The fields of the request in a fixed order, for the digest stored with the key.
    ///   - yieldsToMoves: Whether the decision is refused if another person has moved the concert since the revision that the page showed. With
    ///     `false`, only a late decision is refused for this reason: a take-over must count while a colleague presses Next.
    private func decision(
        _ form: FormFields, _ context: RequestContext, asking parts: [String?], yieldsToMoves: Bool
    ) throws(APIError) -> LiveAttribution {
        var attribution = try attribution(form, context)
        attribution.fingerprint = ContentDigest.fingerprint(of: parts)
        attribution.undecidedByOthersSince = try Self.number("version", of: form)
        let revision = try Self.number("expected", of: form)
        if yieldsToMoves || attribution.delayMs ?? 0 > Self.lateAge { attribution.unmovedByOthersSince = revision }
        // The age is for the log of moves, which has no decisions.
        attribution.delayMs = nil
        return attribution
    }

    private static func number(_ name: String, of form: FormFields) throws(APIError) -> Int64? {
        guard let text = try form.optional(name) else { return nil }
        guard let number = Int64(digits: text) else {
            throw .invalid(
                name, "must be the number that the page showed, in digits, found \"\(text.prefix(100))\"")
        }
        return number
    }
}
