import HTTP
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct LoginOutcomeTests {
    private static let help = LoginHelp(
        texts: TenantTexts(["login.account-support-required.action.call": "Zavolejte"]),
        conversionURL: "https://radio.example/join", supportURL: "https://radio.example/help",
        supportPhone: "+44 (0)20 7946/0123")

    /// Spec R4.
    @Test func eachKindOfSignInRefusalHasItsStatusCodeAndActions() {
        let errors = LoginOutcome.allCases.map { $0.error(Self.help) }
        #expect(errors.map(\.status) == [.unauthorized, .forbidden, .forbidden])
        #expect(errors.map(\.code) == [.invalidCredentials, .subscriptionRequired, .accountSupportRequired])
        #expect(
            errors.map { $0.actions.map(\.id) } == [
                ["try-again", "exit"], ["subscribe", "exit"], ["call", "support-page", "exit"],
            ])
        #expect(errors.allSatisfy { $0.title != nil && !$0.detail.isEmpty })
    }

    @Test func onlyActionsThatOpenPagesClearTheStoredCredentials() {
        let actions = LoginOutcome.allCases.flatMap { $0.error(Self.help).actions }
        #expect(actions.filter(\.clearsCredentials).map(\.id) == ["subscribe", "support-page"])
        #expect(actions.compactMap(\.url) == ["https://radio.example/join", "https://radio.example/help"])
        #expect(actions.first { $0.id == "call" }?.tel == "+44-(0)20-7946-0123")
        #expect(actions.first { $0.id == "call" }?.label == "Zavolejte")
    }

    @Test func aRefusalActionWithoutATargetIsOmitted() {
        let nothing = LoginHelp()
        #expect(LoginOutcome.subscriptionRequired.error(nothing).actions.map(\.id) == ["exit"])
        #expect(LoginOutcome.accountSupportRequired.error(nothing).actions.map(\.id) == ["exit"])
    }
}
