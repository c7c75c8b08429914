import Postgres
import Web

/// The settings of an account, for the apps on all devices (spec R10, R64, R65, Decided 18).
struct AccountSettings: Sendable, Hashable {
    /// Whether the app returns to its home screen when the listener selects a channel or an episode (spec R64).
    var jumpToHome = true
    /// Whether apps play music at launch (spec R65).
    var autoplay = true
    /// Whether apps have shown the help for the navigation (spec R10).
    var seenNavHelp = false
    /// The number of minutes before the start of a broadcast at which its alert fires.
    var alertLeadMinutes: Int32 = 5

    /// The allowed values of `alertLeadMinutes`.
    static let alertLeads: ClosedRange<Int32> = 0...60
}

extension AccountSettings: RowDecodable {
    init(row: Row) throws(PostgresError) {
        jumpToHome = try row("jump_to_home")
        autoplay = try row("autoplay")
        seenNavHelp = try row("seen_nav_help")
        alertLeadMinutes = try row("alert_lead_minutes")
    }
}

/// The settings to change; `nil` keeps a setting.
struct AccountSettingsChange: Sendable, Hashable {
    var jumpToHome: Bool?
    var autoplay: Bool?
    var seenNavHelp: Bool?
    var alertLeadMinutes: Int32?
}

extension AccountSettingsChange: Decodable {
    private struct Member: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let names: Set<String> = ["jumpToHome", "autoplay", "seenNavHelp", "alertLeadMinutes"]

    /// Decodes the settings. Throws `DecodingError` for a wrong type or `null`, and 422 for values out of range and unknown members.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        var faults = Faults()
        for member in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue })
        where !Self.names.contains(member.stringValue) {
            faults.check(
                false, "/" + JSONPointer.escaped(member.stringValue),
                "is not a setting: send only alertLeadMinutes, autoplay, jumpToHome and seenNavHelp")
        }
        func value<Value: Decodable>(_ name: String) throws -> Value? {
            members.contains(Member(name)) ? try members.decode(Value.self, forKey: Member(name)) : nil
        }
        jumpToHome = try value("jumpToHome")
        autoplay = try value("autoplay")
        seenNavHelp = try value("seenNavHelp")
        alertLeadMinutes = try value("alertLeadMinutes")
        if let alertLeadMinutes {
            faults.check(
                AccountSettings.alertLeads.contains(alertLeadMinutes), "/alertLeadMinutes",
                "must be a whole number of minutes from 0 to 60, found \(alertLeadMinutes)")
        }
        try faults.throwIfAny()
    }
}
