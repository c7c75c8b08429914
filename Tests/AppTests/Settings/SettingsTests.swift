import Foundation
import Glibc
import Testing

@testable import App

@Suite struct SettingsTests {
    /// Spec N17, X3.
    @Test func anEmptyEnvironmentGivesTheDefaultSettings() throws {
        let settings = try Settings(environment: [:])
        #expect(settings.http.description == "0.0.0.0:8080")
        #expect(settings.admin?.description == "127.0.0.1:9090")
        #expect(settings.multicast == .init(group: "239.255.255.251", port: 12345, interface: "127.0.0.1", ttl: 1))
        #expect(settings.passwordCost == 17)
        #expect(settings.databaseURL == nil)
    }

    @Test(arguments: [
        ("TUTTI_HTTP", "8080", "HOST:PORT"),
        ("TUTTI_HTTP", "::1:8080", "HOST:PORT"),
        ("TUTTI_MULTICAST_GROUP", "10.0.0.1", "multicast address"),
        ("TUTTI_MULTICAST_PORT", "+5", "whole number from 1 to 65535"),
        ("TUTTI_MULTICAST_TTL", "256", "whole number from 0 to 255"),
        ("TUTTI_MULTICAST_INTERFACE", "eth0", "IPv4 address"),
        ("TUTTI_PUBLIC_URL", "radio.example", "http:// or https://"),
        ("TUTTI_PUBLIC_URL", "https://radio.example/path", "http:// or https://"),
        ("TUTTI_MIGRATE", "perhaps", "\"on\" or \"off\""),
        ("TUTTI_PASSWORD_COST", "9", "10 to 20"),
        ("TUTTI_LOG_LEVEL", "loud", "trace"),
        ("TUTTI_LOG_FORMAT", "xml", "json or text"),
        ("TUTTI_LOG_ADDRESSES", "none", "networks or whole"),
        ("TUTTI_FORWARDED_HOST", "on", "off, x-forwarded-host or forwarded"),
        ("TUTTI_OSC", "localhost:9000", "IP address"),
        ("TUTTI_OSC", "127.0.0.1:9000", "TUTTI_OSC_SENDERS"),
        ("TUTTI_OSC_SENDERS", "10.0.0.0/99=demo", "ADDRESS=TENANT"),
        ("TUTTI_OSC_TARGETS", "demo=qlab:53000", "TENANT=ADDRESS:PORT"),
        ("TUTTI_OSC_CUES", "demo|Don Juan|x|/cue/4/start", "TENANT|PIECE|MEASURE|ADDRESS"),
        ("TUTTI_OSC_PROGRAMS", "demo|17|0|next", "TENANT|CHANNEL|PROGRAM|COMMAND"),
        ("TUTTI_HTPT", "0.0.0.0:1", "did you mean TUTTI_HTTP?"),
        ("DATABASE_URL_FILE", "/nonexistent/url", "cannot be read: No such file or directory"),
    ])
    func anInvalidSettingIsRefusedWithTheAllowedValues(name: String, value: String, part: String) throws {
        let error = #expect(throws: SettingsError.self) { try Settings(environment: [name: value]) }
        let text = try #require(error).description
        #expect(text.contains(part))
        #expect(text.contains(name.replacing("_FILE", with: "")))
    }

    @Test(arguments: [
        ([:], "http://localhost:8080"),
        (["TUTTI_HTTP": "0.0.0.0:80"], "http://localhost"),
        (["TUTTI_TRUSTED_PROXIES": "127.0.0.1"], "https://localhost"),
        (["TUTTI_PUBLIC_URL": "https://tutti.example.org"], "https://tutti.example.org"),
        (["TUTTI_PUBLIC_URL": "https://[2001:db8::1]:8443/"], "https://[2001:db8::1]:8443"),
    ])
    func theOriginOfATenantWithoutAHostIsThePublicAddress(variables: [String: String], origin: String) throws {
        #expect(try Settings(environment: variables).publicAddress.origin(ofHost: nil).text == origin)
    }

    /// Spec O4.2.
    @Test func allInvalidSettingsAreReportedTogether() throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings(environment: ["TUTTI_HTTP": "x", "TUTTI_MULTICAST_TTL": "x", "TUTTI_NOTHING": "1"])
        }
        #expect(try #require(error).problems.count == 3)
    }

    /// Spec O4.2, Decided 9.
    @Test func aSettingMayBeReadFromAFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        try "postgresql://app_rt@/tutti\n".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let settings = try Settings(environment: ["DATABASE_URL_FILE": file.path])
        #expect(settings.databaseURL == "postgresql://app_rt@/tutti")
        let both = ["DATABASE_URL_FILE": file.path, "DATABASE_URL": "postgresql:///other"]
        #expect(throws: SettingsError.self) { try Settings(environment: both) }
    }

    @Test func theErrorForASecretFileReadableByOthersNamesSettingModeAndFix() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "postgresql://app_rt:geheim@/tutti\n".write(toFile: file, atomically: false, encoding: .utf8)
        chmod(file, 0o644)
        let error = #expect(throws: SettingsError.self) { try Settings(environment: ["DATABASE_URL_FILE": file]) }
        let text = try #require(error).description
        #expect(text.contains("DATABASE_URL_FILE=\(file) contains a secret but is open to everybody (mode 0644)"))
        // Root's file may stay readable by its group, because the service runs as another user.
        #expect(text.contains("run chmod \(getuid() == 0 ? "640" : "600") on the file"))
        #expect(!text.contains("geheim"))
        chmod(file, 0o400)
        #expect(
            try Settings(environment: ["DATABASE_URL_FILE": file]).databaseURL == "postgresql://app_rt:geheim@/tutti")
    }

    /// Spec O4.2, S1.24.
    @Test func theDisplayedConfigurationHidesTheDatabaseAddress() {
        let secret = Setting.all.first { $0.name == "DATABASE_URL" }
        #expect(secret?.shown(in: ["DATABASE_URL": "postgresql://app_rt:geheim@/tutti"]) == "(hidden)")
    }
}
