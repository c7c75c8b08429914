import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct OperatorRoutesTests {
    /// The request that a browser without scripts sends for the button with this value in the form with this ID.
    private func press(_ value: String?, in id: String, of page: String) throws -> (
        action: String, form: [String: String]
    ) {
        let form = try #require(PageForm.all(in: page).first { $0.id == id }, "no form \(id)")
        let button = try #require(form.buttons.first { value == nil || $0.value == value }, "no button \(value ?? "")")
        var fields = form.fields
        if !button.name.isEmpty { fields[button.name] = button.value }
        return (form.action, fields)
    }

    /// Spec D6.
    @Test func everyOperatorFormExceptTheSearchHasACSRFTokenARevisionAndAUniqueKey() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let page = await stage.load(of: tenant)
            #expect(page.status == 200)
            let forms = PageForm.all(in: page.text)
            #expect(
                Set(forms.map(\.action)).isSuperset(of: [
                    "/operator/steps", "/operator/jumps", "/operator/state", "/operator/messages",
                    "/operator/messages/withdrawals", "/operator/concert/end",
                ]))
            // The search reads only.
            for form in forms where form.action.hasPrefix("/operator") && form.id != "find" {
                #expect(form.method == "post", "\(form.action)")
                #expect(form.fields["csrf"] == LiveStage.csrf, "\(form.action)")
                #expect(form.fields["revision"] == "1", "\(form.action)")
                #expect(form.fields["key"]?.isEmpty == false, "\(form.action)")
            }
            #expect(Set(forms.compactMap { $0.fields["key"] }).count == forms.count { $0.fields["key"] != nil })
            #expect(!page.text.contains("onclick") && !page.text.contains(" style=\""))
        }
    }

    @Test(arguments: [
        (Role.operator, "Ask an editor to publish a programme"),
        (.admin, "<a class=\"button\" href=\"/cms\">Concerts</a>"),
    ])
    func theOperatorPageWithoutAProgrammeNamesTheNextStep(role: Role, next: String) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall", host: "hall.test")
            let page = await (try LiveStage(database, tenant)).send(.get, "/operator", to: tenant, as: role)
            #expect(page.text.contains("No programme has been published yet"))
            #expect(page.text.contains(next))
            #expect(page.text.contains("/cms"))
        }
    }

    /// Spec S1.13.
    @Test func aSecondPressOfNextOnTheSamePageIsIgnored() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let next = try press("1", in: "steps", of: await stage.load(of: tenant).text)
            for _ in 0..<2 {
                let answer = await stage.post(next.action, next.form, to: tenant)
                #expect(answer.status == 303)
                #expect(answer.fields["Location"] == "/operator")
            }
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 2)
        }
    }

    @Test func aRefusedPressOnAnOutdatedPageShowsTheCurrentPosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let old = try press("1", in: "steps", of: await stage.load(of: tenant).text)
            _ = await stage.send(.put, "/api/v1/live", #"{"measure":4}"#, to: tenant)
            let answer = await stage.post(old.action, old.form, to: tenant)
            #expect(answer.status == 412)
            #expect(answer.text.contains("Not done"))
            #expect(answer.text.contains("2nd time"))
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
        }
    }

    @Test func anOperatorFormFromAnotherSiteOrWithoutItsTokenIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let next = try press("1", in: "steps", of: await stage.load(of: tenant).text)
            var form = next.form
            #expect(await stage.post(next.action, form, to: tenant, origin: "http://evil.test").status == 403)
            form["csrf"] = "old token"
            #expect(await stage.post(next.action, form, to: tenant).status == 403)
            form["csrf"] = nil
            #expect(await stage.post(next.action, form, to: tenant).status == 403)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    /// Spec D6.
    @Test func theOperatorPageShowsPrintedMeasurePassAndSection() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            _ = await stage.send(.put, "/api/v1/live", #"{"measure":4}"#, to: tenant)
            let page = await stage.load(of: tenant).text
            #expect(page.contains("m. <strong>2</strong> <span>2nd time</span>"))
            #expect(page.contains("measure 4 of 5 as heard"))
            #expect(page.contains("<strong>Theme</strong>"))
            #expect(page.contains("Close in 1 measure · m. 3"))
            #expect(page.contains("fill=\"#010203\""))
        }
    }

    /// Spec T4.
    @Test func theJumpFormGoesToThePrintedMeasureAndPass() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            var jump = try press(nil, in: "jump", of: await stage.load(of: tenant).text)
            jump.form["measure"] = "2"
            jump.form["pass"] = "2"
            let answer = await stage.post(jump.action, jump.form, to: tenant)
            #expect(answer.status == 303)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
        }
    }

    @Test func aRepeatedJumpSucceedsEvenIfTheConcertHasEndedSince() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            var jump = try press(nil, in: "jump", of: await stage.load(of: tenant).text)
            jump.form["measure"] = "2"
            #expect(await stage.post(jump.action, jump.form, to: tenant).status == 303)
            try await LiveStore(database: database.tenants).takeOffAir(in: tenant.id)
            #expect(await stage.post(jump.action, jump.form, to: tenant).status == 303)
            jump.form["key"] = "another"
            #expect(await stage.post(jump.action, jump.form, to: tenant).status == 404)
        }
    }

    @Test func thePageOfARefusedJumpShowsTheErrorAndThePosition() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            var jump = try press(nil, in: "jump", of: await stage.load(of: tenant).text)
            jump.form["measure"] = "77"
            let answer = await stage.post(jump.action, jump.form, to: tenant)
            #expect(answer.status == 422)
            #expect(answer.text.contains("has no measure 77"))
            #expect(answer.text.contains("m. <strong>1</strong>"))
        }
    }

    @Test func pressingASectionJumpsToTheSection() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let section = try press("5", in: "sections", of: await stage.load(of: tenant).text)
            #expect(await stage.post(section.action, section.form, to: tenant).status == 303)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 5)
        }
    }

    /// Spec T4.
    @Test func theOperatorPageHasButtonsToHoldAndResumeTheConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            for (from, to) in [("running", "held"), ("held", "running"), ("blackout", "running"), ("ended", "running")]
            {
                _ = await stage.send(.put, "/api/v1/live", #"{"state":"\#(from)"}"#, to: tenant)
                let press = try press(to, in: "states", of: await stage.load(of: tenant).text)
                #expect(await stage.post(press.action, press.form, to: tenant).status == 303)
                #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["state"] == .string(to))
            }
        }
    }

    @Test func theOperatorPageSendsShowsAndWithdrawsAMessage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            var message = try press(nil, in: "message", of: await stage.load(of: tenant).text)
            message.form["title"] = "Welcome <all>"
            message.form["body"] = "Enjoy"
            let sent = await stage.post(message.action, message.form, to: tenant)
            #expect(sent.status == 303)
            let page = await stage.load(sent.fields["Location"] ?? "", of: tenant).text
            #expect(page.contains("being sent to the screens"))
            #expect(page.contains("<strong>Welcome &lt;all&gt;</strong> Enjoy"))
            let withdrawal = try press(nil, in: "screens", of: page)
            #expect(await stage.post(withdrawal.action, withdrawal.form, to: tenant).status == 303)
            #expect(await stage.load(of: tenant).text.contains("No active messages."))
        }
    }

    @Test func theFormKeepsTheTextOfARefusedMessage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            var message = try press(nil, in: "message", of: await stage.load(of: tenant).text)
            message.form["title"] = "Welcome"
            message.form["body"] = "one | two"
            let answer = await stage.post(message.action, message.form, to: tenant)
            #expect(answer.status == 422)
            #expect(answer.text.contains("Not done: “Text” must not contain &quot;|&quot;"))
            #expect(!answer.text.contains("The position is unchanged"), "a message has none")
            let kept = PageForm.all(in: answer.text).first { $0.id == "message" }
            #expect(kept?.fields["title"] == "Welcome")
            #expect(answer.text.contains(">one | two</textarea>"))
        }
    }

    @Test func theOperatorScriptReceivesRegionsInsteadOfTheWholePage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let next = try press("1", in: "steps", of: await stage.load(of: tenant).text)
            let answer = await stage.post(next.action, next.form, to: tenant, fields: ["Tutti-Regions": "1"])
            #expect(answer.status == 200)
            #expect(!answer.text.contains("<html"))
            #expect(answer.text.contains("data-at=\"2\""))
        }
    }

    @Test func theOperatorPageCanPutAConcertOnAndOffTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await LiveFixture.concert(in: database, for: tenant)
            let stage = try LiveStage(database, tenant)
            let page = await stage.load(of: tenant).text
            let form = try #require(PageForm.all(in: page).first { $0.action == "/operator/concert" })
            var fields = form.fields
            fields["concert"] = form.buttons.first?.value
            let answer = await stage.post(form.action, fields, to: tenant)
            #expect(answer.status == 303)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["state"] == "ready")
            let end = try #require(
                PageForm.all(in: await stage.load(of: tenant).text).first { $0.action == "/operator/concert/end" })
            #expect(await stage.post(end.action, end.fields, to: tenant).status == 303)
            #expect(await stage.load(of: tenant).text.contains("No concert is on the air"))
        }
    }

    @Test func theOperatorPageShowsTheLastPositionWithoutTheDatabase() async throws {
        let database = try await TestDatabase.create()
        let tenant = try await LiveFixture.onAir(in: database)
        let stage = try LiveStage(await LiveFixture.impatient(database), [tenant])
        let next = try press("1", in: "steps", of: await stage.load(of: tenant).text)
        try await database.drop()
        let answer = await stage.post(next.action, next.form, to: tenant)
        #expect(answer.status == 503)
        #expect(answer.text.contains("the database does not answer"))
        #expect(answer.text.contains("m. <strong>1</strong>"))
        let page = await stage.load(of: tenant)
        #expect(page.status == 503)
        #expect(page.text.contains("this is the last known position"))
    }
}
