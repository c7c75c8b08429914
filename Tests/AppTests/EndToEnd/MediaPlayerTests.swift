import Foundation
import TestSupport
import Testing

/// The example player as a media player on a session bus (MPRIS 2.2, decision 0074), controlled by other people's programs: `playerctl` and
/// `dbus-send`. The server form is tested in `ExamplePlayerTests`.
@Suite(.serialized, .timeLimit(.minutes(30))) struct MediaPlayerTests {
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Runs `body` with a player of three tracks on a bus.
    private static func with(_ body: (SessionBus, RunningProgram) async throws -> Void) async throws {
        try await SessionBus.with { bus in
            let player = try bus.player(["one:3000", "two:3000", "three:3000"])
            #expect(try await isOffered(on: bus), "\(player.errors)")
            do {
                try await body(bus, player)
            } catch {
                await player.end()
                throw error
            }
            await player.end()
        }
    }

    private static func isOffered(on bus: SessionBus) async throws -> Bool {
        try await eventually(within: .seconds(300)) { try await bus.playerctl("--list-all") == "tutti" }
    }

    /// Plays and pauses the player. `playerctl` shows the position 0 for a stopped player.
    private static func pause(_ bus: SessionBus) async throws {
        _ = try await bus.playerctl("play")
        _ = try await bus.playerctl("pause")
    }

    @Test func playerctlPlaysAndPauses() async throws {
        try await Self.with { bus, player in
            #expect(try await bus.playerctl("status") == "Stopped")
            #expect(try await bus.playerctl("play") == "")
            #expect(try await bus.playerctl("status") == "Playing")
            #expect(try await bus.playerctl("play-pause") == "")
            #expect(try await bus.playerctl("status") == "Paused")
            #expect(try await bus.playerctl("pause") == "")
            #expect(try await bus.playerctl("status") == "Paused")
            #expect(try await bus.playerctl("play-pause") == "")
            #expect(try await bus.playerctl("status") == "Playing")
            try player.type("state")
            #expect(await player.prints { $0.hasPrefix("collapsedPlay, playing") && $0.contains("attempt 2") })
        }
    }

    @Test func playHasNoEffectOnAPlayingPlayer() async throws {
        try await Self.with { bus, player in
            _ = try await bus.playerctl("play")
            #expect(try await bus.playerctl("play") == "")
            try player.type("tap")
            #expect(await player.prints { $0.hasPrefix("expandedPlay, playing") && $0.contains("attempt 1") })
            #expect(try await bus.playerctl("play") == "")
            try player.type("state")
            #expect(await eventually(within: .seconds(300)) { player.lines.count == 3 })
            #expect(player.lines.last?.contains("attempt 1,") == true, "\(player.lines)")
        }
    }

    @Test func stopWithPlayerctlReturnsToTheStartOfTheTrack() async throws {
        try await Self.with { bus, _ in
            _ = try await bus.playerctl("play")
            _ = try await bus.playerctl("position", "20")
            #expect(try await bus.playerctl("stop") == "")
            #expect(try await bus.playerctl("status") == "Stopped")
            #expect(try await bus.playerctl("position") == "0.000000")
            #expect(try await bus.playerctl("next") == "")
            #expect(try await bus.playerctl("status") == "Stopped")
            _ = try await bus.playerctl("play")
            #expect(try await bus.playerctl("status") == "Playing")
            _ = try await bus.playerctl("pause")
            #expect(try await bus.playerctl("status") == "Paused")
        }
    }

    @Test func playerctlChangesTheTrackOfAPausedPlayer() async throws {
        try await Self.with { bus, _ in
            _ = try await bus.playerctl("play")
            _ = try await bus.playerctl("pause")
            #expect(try await bus.playerctl("metadata", "title") == "one")
            _ = try await bus.playerctl("next")
            #expect(try await bus.playerctl("metadata", "title") == "two")
            #expect(try await bus.playerctl("metadata", "mpris:trackid") == "'/tutti/queue/1/idtwo'")
            #expect(try await bus.playerctl("metadata", "mpris:length") == "3000000000")
            #expect(try await bus.playerctl("status") == "Paused")
            _ = try await bus.playerctl("previous")
            #expect(try await bus.playerctl("metadata", "title") == "one")
            #expect(try await bus.playerctl("status") == "Paused")
        }
    }

    @Test func nextHasNoEffectAtTheLastTrackOfAQueueThatDoesNotRepeat() async throws {
        try await Self.with { bus, player in
            try player.type("select 2")
            #expect(await player.prints { $0.contains("\"three\"") })
            #expect(try await Self.value("CanGoNext", bus) == "boolean false")
            _ = try await bus.call("\(Self.player).Next")
            #expect(try await bus.playerctl("status") == "Playing")
            #expect(try await bus.playerctl("metadata", "title") == "three")
            _ = try await bus.playerctl("loop", "Playlist")
            #expect(try await Self.value("CanGoNext", bus) == "boolean true")
            _ = try await bus.playerctl("next")
            #expect(try await bus.playerctl("metadata", "title") == "one")
        }
    }

    @Test func playerctlSeeks() async throws {
        try await Self.with { bus, _ in
            try await Self.pause(bus)
            _ = try await bus.playerctl("position", "20")
            #expect(try await bus.playerctl("position") == "20.000000")
            _ = try await bus.playerctl("position", "5+")
            #expect(try await bus.playerctl("position") == "25.000000")
            _ = try await bus.playerctl("position", "10-")
            #expect(try await bus.playerctl("position") == "15.000000")
            _ = try await bus.playerctl("position", "100-")
            #expect(try await bus.playerctl("position") == "0.000000")
        }
    }

    @Test func aSeekBeyondTheEndLeadsToTheNextTrack() async throws {
        try await Self.with { bus, _ in
            _ = try await bus.call("\(Self.player).Seek", ["int64:\(Int64.max)"])
            #expect(try await bus.playerctl("metadata", "title") == "two")
            _ = try await bus.call("\(Self.player).Seek", ["int64:\(Int64.min)"])
            #expect(try await bus.playerctl("metadata", "title") == "two")
            #expect(try await bus.playerctl("position") == "0.000000")
        }
    }

    /// MPRIS: the player ignores a position outside the track, and a position in a track that is no longer current.
    @Test(arguments: [
        ["objpath:/tutti/queue/1/idtwo", "int64:5000000"], ["objpath:/tutti/queue/0/idone", "int64:-1"],
        ["objpath:/tutti/queue/0/idone", "int64:3000001000"],
        ["objpath:/org/mpris/MediaPlayer2/TrackList/NoTrack", "int64:5000000"],
    ])
    func aPositionThatIsNotInTheCurrentTrackChangesNothing(arguments: [String]) async throws {
        try await Self.with { bus, _ in
            try await Self.pause(bus)
            _ = try await bus.playerctl("position", "20")
            #expect(try await bus.call("\(Self.player).SetPosition", arguments).hasPrefix("method return"))
            #expect(try await bus.playerctl("position") == "20.000000")
            #expect(try await bus.playerctl("metadata", "title") == "one")
            _ = try await bus.call("\(Self.player).SetPosition", ["objpath:/tutti/queue/0/idone", "int64:7000000"])
            #expect(try await bus.playerctl("position") == "7.000000")
        }
    }

    @Test func playerctlSetsRepetitionAndShuffle() async throws {
        try await Self.with { bus, _ in
            #expect(try await bus.playerctl("loop") == "None")
            for mode in ["Track", "Playlist", "None"] {
                _ = try await bus.playerctl("loop", mode)
                #expect(try await bus.playerctl("loop") == mode)
            }
            #expect(try await bus.playerctl("shuffle") == "Off")
            for state in ["On", "Off"] {
                _ = try await bus.playerctl("shuffle", state)
                #expect(try await bus.playerctl("shuffle") == state)
            }
        }
    }

    @Test func theRateIsSetWithinItsLimits() async throws {
        try await Self.with { bus, player in
            func set(_ rate: String) async throws -> String {
                try await bus.call(
                    "\(Self.properties).Set", ["string:\(Self.player)", "string:Rate", "variant:double:\(rate)"])
            }
            #expect(try await set("1.5").hasPrefix("method return"))
            #expect(try await Self.value("Rate", bus) == "double 1.5")
            for rate in ["4.1", "-1", "1e300", "nan"] {
                #expect(try await set(rate).hasPrefix("Error org.freedesktop.DBus.Error.InvalidArgs"), "\(rate)")
            }
            #expect(try await Self.value("Rate", bus) == "double 1.5")
            _ = try await bus.playerctl("play")
            #expect(try await set("0").hasPrefix("method return"))
            #expect(try await bus.playerctl("status") == "Paused", "a rate of 0 acts like Pause")
            #expect(try await Self.value("Rate", bus) == "double 1.5")
        }
    }

    @Test func programsThatFollowThePlayerLearnOfItsChanges() async throws {
        try await Self.with { bus, player in
            let follower = try bus.start(
                "playerctl", "--follow", "metadata", "--format", "{{title}} {{status}} {{loop}}")
            #expect(await follower.prints { $0 == "one Stopped None" })
            try player.type("toggle")
            #expect(await follower.prints { $0 == "one Playing None" })
            try player.type("next")
            #expect(await follower.prints { $0 == "two Playing None" })
            try player.type("repeat all")
            #expect(await follower.prints { $0 == "two Playing Playlist" })
            try player.type("toggle")
            #expect(await follower.prints { $0 == "two Paused Playlist" })
            await follower.end()
        }
    }

    @Test func jumpsOfThePositionAreAnnouncedOnlyByTheSignalSeeked() async throws {
        try await Self.with { bus, player in
            let monitor = try bus.start("dbus-monitor", "type='signal',path='/org/mpris/MediaPlayer2'")
            #expect(await monitor.prints { $0.contains("member=NameLost") }, "\(monitor.errors)")
            try player.type("seek 20")
            #expect(await monitor.prints { $0 == "   int64 20000000" }, "a jump by another program")
            _ = try await bus.call("\(Self.player).Seek", ["int64:1000"])
            #expect(await monitor.prints { $0 == "   int64 20001000" }, "a small jump by a client")
            // A track that begins at 0 is no jump.
            try player.type("next")
            #expect(await monitor.prints { $0.contains("\"two\"") })
            try player.type("repeat all")
            #expect(await monitor.prints { $0.contains("\"Playlist\"") })
            let text = monitor.lines.joined(separator: "\n")
            #expect(monitor.lines.count { $0.contains("member=Seeked") } == 2, "\(text)")
            #expect(!text.contains("\"Position\""))
            await monitor.end()
        }
    }

    @Test func thePropertiesHaveTheTypesOfMPRIS() async throws {
        try await Self.with { bus, _ in
            _ = try await bus.playerctl("position", "20")
            #expect(
                try await Self.values("org.mpris.MediaPlayer2", bus) == [
                    "CanQuit boolean true", "CanRaise boolean false", "HasTrackList boolean false",
                    "Identity string \"Tutti\"", "SupportedMimeTypes array [", "SupportedUriSchemes array [",
                ])
            #expect(
                try await Self.values(Self.player, bus) == [
                    "CanControl boolean true", "CanGoNext boolean true", "CanGoPrevious boolean true",
                    "CanPause boolean true", "CanPlay boolean true", "CanSeek boolean true",
                    "LoopStatus string \"None\"", "MaximumRate double 4", "Metadata array [",
                    "mpris:length int64 3000000000", "mpris:trackid object path \"/tutti/queue/0/idone\"",
                    "xesam:title string \"one\"", "MinimumRate double 0.25", "PlaybackStatus string \"Stopped\"",
                    "Position int64 20000000", "Rate double 1", "Shuffle boolean false", "Volume double 1",
                ])
        }
    }

    @Test func theDBusIntrospectionListsExactlyThePropertiesOfThePlayer() async throws {
        try await Self.with { bus, _ in
            let xml = try await bus.call("org.freedesktop.DBus.Introspectable.Introspect")
            let types = ["b": "boolean", "s": "string", "d": "double", "x": "int64", "as": "array", "a{sv}": "array"]
            let described = xml.matches(of: /<property name="(\w+)" type="([^"]+)"/).map { match in
                "\(match.1) \(types[String(match.2)] ?? "?")"
            }
            let found = try await Self.values("org.mpris.MediaPlayer2", bus) + Self.values(Self.player, bus)
            let listed = found.filter { !$0.contains(":") }.map {
                $0.split(separator: " ").prefix(2).joined(separator: " ")
            }
            #expect(described.sorted() == listed.sorted())
            let root = try await bus.call("org.freedesktop.DBus.Introspectable.Introspect", path: "/")
            #expect(root.contains("<node name=\"org\"/>"), "programs find the object from the root")
        }
    }

    @Test func invalidCallsGetDBusErrors() async throws {
        try await Self.with { bus, _ in
            let (player, set) = (Self.player, "\(Self.properties).Set")
            let cases: [(method: String, arguments: [String], error: String)] = [
                ("\(player).Fly", [], "UnknownMethod"),
                ("org.mpris.MediaPlayer2.TrackList.GoTo", [], "UnknownInterface"),
                ("\(player).Seek", [], "InvalidArgs"),
                ("\(player).Seek", ["int32:5"], "InvalidArgs"),
                ("\(player).SetPosition", ["string:/x", "int64:5"], "InvalidArgs"),
                ("\(player).OpenUri", ["string:file:///x"], "NotSupported"),
                ("\(Self.properties).Get", ["string:\(player)", "string:Tempo"], "UnknownProperty"),
                ("\(Self.properties).Get", ["string:org.mpris.X", "string:Rate"], "UnknownInterface"),
                ("\(Self.properties).GetAll", ["string:org.mpris.X"], "UnknownInterface"),
                (set, ["string:\(player)", "string:Position", "variant:int64:5"], "PropertyReadOnly"),
                (set, ["string:org.mpris.MediaPlayer2", "string:Identity", "variant:string:x"], "PropertyReadOnly"),
                (set, ["string:\(player)", "string:Tempo", "variant:int64:5"], "UnknownProperty"),
                (set, ["string:\(player)", "string:LoopStatus", "variant:string:Twice"], "InvalidArgs"),
                (set, ["string:\(player)", "string:LoopStatus", "variant:boolean:true"], "InvalidArgs"),
                (set, ["string:\(player)", "string:Shuffle", "variant:byte:1"], "InvalidArgs"),
                (set, ["string:\(player)", "string:Volume", "variant:double:0.5"], "Failed"),
            ]
            for (method, arguments, error) in cases {
                let answer = try await bus.call(method, arguments)
                #expect(
                    answer.hasPrefix("Error org.freedesktop.DBus.Error.\(error): "), "\(method) \(arguments): \(answer)"
                )
            }
            let elsewhere = try await bus.call("\(player).Next", path: "/elsewhere")
            #expect(elsewhere.hasPrefix("Error org.freedesktop.DBus.Error.UnknownObject: "), "\(elsewhere)")
            #expect(try await bus.call("org.freedesktop.DBus.Peer.Ping").hasPrefix("method return"))
            #expect(try await bus.call("org.mpris.MediaPlayer2.Raise").hasPrefix("method return"))
            #expect(try await bus.playerctl("metadata", "title") == "one", "no call has changed the player")
        }
    }

    @Test func quitEndsTheProgram() async throws {
        try await Self.with { bus, player in
            let reply = try await bus.call("org.mpris.MediaPlayer2.Quit")
            #expect(reply.hasPrefix("method return"), "\(reply)")
            #expect(await player.ended() == 0)
        }
    }

    @Test func theNameOfASecondPlayerContainsItsProcessID() async throws {
        try await Self.with { bus, _ in
            let second = try bus.player(["other:3000"])
            let name = "tutti.instance\(second.pid)"
            #expect(
                try await eventually(within: .seconds(300)) {
                    try await bus.playerctl("--list-all").split(separator: "\n").sorted() == ["tutti", name[...]]
                }, "\(second.errors)")
            #expect(try await bus.playerctl("--player", name, "metadata", "title") == "other")
            await second.end()
        }
    }

    @Test func theEndOfTheBusDoesNotEndThePlayer() async throws {
        try await Self.with { bus, player in
            await bus.end()
            try player.type("tap")
            #expect(await player.prints { $0.hasPrefix("expanded, ") })
            try player.type("quit")
            #expect(await player.ended() == 0)
            #expect(player.errors == [])
        }
    }

    @Test func aPlayerThatCannotConnectToItsBusPrintsOneErrorAndStillWorks() async throws {
        try await SessionBus.with { bus in
            let player = try bus.player(["one:3000"], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
            #expect(await eventually(within: .seconds(300)) { !player.errors.isEmpty })
            try player.type("tap")
            #expect(await player.prints { $0.hasPrefix("expanded, ") })
            try player.type("quit")
            #expect(await player.ended() == 0)
            #expect(player.errors.count == 1)
            #expect(player.errors.first?.hasPrefix("tutti-player: no media keys") == true, "\(player.errors)")
        }
    }

    @Test func aPlayerWithoutABusPrintsNoErrors() async throws {
        try await SessionBus.with { bus in
            let player = try bus.player(["one:3000"], ["DBUS_SESSION_BUS_ADDRESS": ""])
            try player.type("tap\nquit")
            #expect(await player.ended() == 0)
            #expect(await player.prints { $0.hasPrefix("expanded, ") })
            #expect(player.errors == [])
            #expect(try await bus.playerctl("--list-all").hasPrefix("No players"))
        }
    }

    /// Returns the type and the value of one property of the player, such as "double 1.5".
    private static func value(_ property: String, _ bus: SessionBus) async throws -> String? {
        try await values(player, bus).first { $0.hasPrefix("\(property) ") }.map {
            String($0.dropFirst(property.count + 1))
        }
    }

    /// Returns the names, types and values of all properties of an interface, in the order of the reply. The entries of a dictionary follow it.
    private static func values(_ interface: String, _ bus: SessionBus) async throws -> [String] {
        let reply = try await bus.call("\(properties).GetAll", ["string:\(interface)"])
        return reply.matches(of: /string "([\w:]+)"\s+variant\s+(.+)/).map { "\($0.1) \($0.2)" }
    }
}
