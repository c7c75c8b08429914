import HTTP
import Logging
import Tenancy
import TestSupport
import Testing
import Web

@testable import App

/// Tests of the routes of the demo's sound.
struct DemoRadioRoutesTests {
    private static func broadcast(listeners: Int = 1) throws -> DemoBroadcast {
        try DemoBroadcast(
            DemoBroadcast.Plan(
                channels: ["lantern-wave": .init(name: "strings", framesPerNote: 25)],
                recordings: [.init(name: "short", channel: "lantern-wave", seconds: 6)]), listeners: listeners)
    }

    private static func tenant(_ slug: String = "demo") -> Tenant {
        Tenant(
            id: TenantID(rawValue: 1), slug: slug, name: slug, locale: "en", integerSeconds: false,
            multicast: MulticastScope())
    }

    /// Returns the response of the real application with the routes of the demo's sound alone.
    private static func answer(
        _ path: String, _ broadcast: DemoBroadcast?, tenant slug: String = "demo"
    ) async throws -> Response {
        let application = Application(
            router: try Router(DemoRadioRoutes(broadcast: broadcast).routes), probes: Probes { [] },
            tenants: OneTenant(tenant: tenant(slug)), authenticator: NoCaller(), logger: Logger(label: "test"))
        return await application.respond(to: Request(method: .get, path: path, authority: "demo.example"))
    }

    @Test func getDemoChannelStream() async throws {
        let response = try await Self.answer("/demo/radio/lantern-wave.mp3", Self.broadcast())
        #expect(response.status == .ok)
        #expect(response.fields["Content-Type"] == "audio/mpeg")
        #expect(response.fields["Cache-Control"] == "no-store")
        guard case .stream(let content) = response.content else { throw NoStream() }
        #expect(content.length == nil && content.tag == nil)
        #expect(DemoFrames.areWhole(try #require(await content.open(nil).next())))
    }

    @Test func getDemoRecording() async throws {
        let broadcast = try Self.broadcast()
        let response = try await Self.answer("/demo/radio/episodes/short.mp3", broadcast)
        #expect(response.status == .ok)
        #expect(response.fields["Content-Type"] == "audio/mpeg")
        guard case .stream(let content) = response.content else { throw NoStream() }
        #expect(content.length == 96_000)
        #expect(content.tag?.hasPrefix("\"1.") == true)
    }

    @Test(arguments: [
        "/demo/radio/unknown.mp3", "/demo/radio/lantern-wave", "/demo/radio/lantern-wave.ogg", "/demo/radio/.mp3",
        "/demo/radio/episodes/unknown.mp3", "/demo/radio/episodes/short", "/demo/radio/short.mp3",
        "/demo/radio/episodes/lantern-wave.mp3", "/demo/radio/", "/demo/radio",
    ])
    func anUnknownSoundIsNotFound(path: String) async throws {
        #expect(try await Self.answer(path, Self.broadcast()).status == .notFound)
    }

    @Test(arguments: ["/demo/radio/lantern-wave.mp3", "/demo/radio/episodes/short.mp3"])
    func onlyTheDemoTenantHasSound(path: String) async throws {
        #expect(try await Self.answer(path, Self.broadcast(), tenant: "hall").status == .notFound)
        #expect(try await Self.answer(path, nil).status == .notFound, "a server without a demo")
    }

    @Test func aListenerBeyondTheLimitIsRefusedUntilAnotherLeaves() async throws {
        let (broadcast, path) = (try Self.broadcast(listeners: 2), "/demo/radio/lantern-wave.mp3")
        var responses = [try await Self.answer(path, broadcast), try await Self.answer(path, broadcast)]
        #expect(responses.allSatisfy { $0.status == .ok })
        let refused = try await Self.answer(path, broadcast)
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.fields["Retry-After"] == "10")
        guard case .bytes(let page) = refused.content else { throw NoStream() }
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("2 listeners, the maximum: stop another player, or try again in 10 s"), "\(text)")
        #expect(try await Self.answer("/demo/radio/episodes/short.mp3", broadcast).status == .ok)
        responses.removeLast()
        #expect(try await Self.answer(path, broadcast).status == .ok)
        #expect(responses.count == 1)
    }

    @Test func onlyAddressesOfSoundOfTheDemoHaveALocalPath() throws {
        let routes = DemoRadioRoutes(broadcast: try Self.broadcast())
        let path = { (address: String) in routes.localPath(of: address, in: Self.tenant()) }
        let stream = "/demo/radio/lantern-wave.mp3"
        #expect(path("http://127.0.0.1:8080\(stream)") == stream)
        #expect(path("https://demo.example\(stream)") == stream)
        let recording = "/demo/radio/episodes/short.mp3"
        #expect(path("http://[::1]:8080\(recording)") == recording)
        for other in [
            "http://127.0.0.1/live\(stream)", "http://127.0.0.1\(stream)?quality=1",
            "http://127.0.0.1/demo/radio/a.ogg",
            "http://127.0.0.1/demo/radio/unknown.mp3", "ftp://127.0.0.1\(stream)", stream, "fm:ce1.c479.09580",
        ] {
            #expect(path(other) == nil, "\(other)")
        }
        #expect(routes.localPath(of: "http://127.0.0.1\(stream)", in: Self.tenant("hall")) == nil)
        #expect(DemoRadioRoutes(broadcast: nil).localPath(of: "http://127.0.0.1\(stream)", in: Self.tenant()) == nil)
    }

    private struct NoStream: Error {}

    private struct OneTenant: TenantResolver {
        let tenant: Tenant

        func tenant(for authority: String?) async throws -> Tenant? { tenant }
    }

    private struct NoCaller: Authenticator {
        func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? { nil }
    }
}
