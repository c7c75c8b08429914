import Postgres
import Web

/// The parts that this slice adds to the data for a launch.
public enum LaunchParts {
    /// Returns the parts for notices, settings, the app's configuration, the first launch, the first screen and the catalogue's revision.
    public static func all(ruleCache: UpgradeRuleCache) -> [any BootstrapPart] {
        [
            NoticesPart(ruleCache: ruleCache), SettingsPart(), ConfigPart(), FirstAuthenticationPart(),
            FirstScreenPart(),
            ContentRevisionPart(),
        ]
    }
}

private struct NoticesPart: BootstrapPart {
    let ruleCache: UpgradeRuleCache
    let name = "notices"

    func statements(for launch: Launch) -> [SQL] { NoticeStore.statements(for: launch.recipient, in: launch.tenant.id) }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
        let rules = launch.recipient.app == nil ? [] : await ruleCache.rules(of: launch.tenant.id)
        let notices = try NoticeData(rows).notices(rules, for: launch.recipient, isFirst: launch.isFirst, at: .now)
        return notices.map(NoticeView.init)
    }
}

private struct SettingsPart: BootstrapPart {
    let name = "settings"

    func statements(for launch: Launch) -> [SQL] {
        [AccountSettingsStore.selection(of: launch.account, in: launch.tenant.id)]
    }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
        AccountSettingsView(try rows[0].first.map { try AccountSettings(row: $0) } ?? AccountSettings())
    }
}

private struct ConfigPart: BootstrapPart {
    let name = "config"

    func statements(for launch: Launch) -> [SQL] { [AppConfigStore.selection(in: launch.tenant.id)] }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
        AppConfigView(try rows[0].first.map { try AppConfig(row: $0) } ?? AppConfig(), of: launch.tenant)
    }
}

private struct FirstAuthenticationPart: BootstrapPart {
    let name = "firstAuthentication"

    func statements(for launch: Launch) -> [SQL] { [] }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? { launch.isFirst }
}

/// The first screen that the app shows (spec R9): the choice of a channel at the first launch of the session, otherwise the home screen.
private struct FirstScreenPart: BootstrapPart {
    let name = "landing"

    func statements(for launch: Launch) -> [SQL] { [] }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
        launch.isFirst ? "categories" : "home"
    }
}

/// The newest revision of the catalogue; 0 before the first announcement (spec R7).
private struct ContentRevisionPart: BootstrapPart {
    let name = "contentRevision"

    func statements(for launch: Launch) -> [SQL] { [ContentUpdateStore.newest(launch.tenant.id)] }

    func value(for launch: Launch, _ rows: [[Row]]) async throws -> (any Encodable & Sendable)? {
        try rows[0].first.map { try ContentUpdateStore.revision($0).rawValue } ?? 0
    }
}
