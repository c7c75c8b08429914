import Foundation
import PlayerCore

/// A command-line player based on PlayerCore, which simulates playback without audio.
///
///     tutti-player NAME:SECONDS…                     without a server, with a queue of these tracks
///     tutti-player --server URL --login LOGIN [--device ID]
///
/// The second form is a device of the listener's player on a server. The environment contains the password in TUTTI_PASSWORD or an
/// access token in TUTTI_TOKEN. Both forms read commands from standard input and print their results; `help` lists the commands. On a
/// desktop, both forms offer the player on the session bus (MPRIS), so that media keys and `playerctl` control the player.
@main
struct TuttiPlayer {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first?.hasPrefix("--") == true {
                try await follow(arguments)
            } else {
                try await playAlone(arguments)
            }
        } catch {
            warn("\(error)")
            exit(1)
        }
    }

    private static func playAlone(_ arguments: [String]) async throws {
        let items = arguments.compactMap { argument -> PlayerItem? in
            let parts = argument.split(separator: ":")
            guard parts.count == 2, let seconds = Double(parts[1]), (0...1_000_000).contains(seconds) else {
                return nil
            }
            return PlayerItem(id: String(parts[0]), durationMs: Int64(seconds * 1000))
        }
        guard items.count == arguments.count, !items.isEmpty else { usage() }
        try await run(try LocalPlayer(items))
    }

    private static func follow(_ arguments: [String]) async throws {
        var options: [String: String] = [:]
        for pair in stride(from: 0, to: arguments.count, by: 2) {
            guard pair + 1 < arguments.count, ["--server", "--login", "--device"].contains(arguments[pair]) else {
                usage()
            }
            options[arguments[pair]] = arguments[pair + 1]
        }
        let environment = ProcessInfo.processInfo.environment
        let device = options["--device"] ?? "tutti-player"
        guard let server = options["--server"].flatMap(URL.init(string:)) else { usage() }
        let token: String
        if let known = environment["TUTTI_TOKEN"] {
            token = known
        } else {
            guard let login = options["--login"], let password = environment["TUTTI_PASSWORD"] else { usage() }
            token = try await RemotePlayer.token(server, login: login, password: password, device: device)
        }
        let player = RemotePlayer(server, device: device, token: token)
        try await player.register(name: "Player of the command line")
        try await run(player)
    }

    /// Performs commands until the end of the input or the command `quit`. Calls `tick` four times per second.
    private static func run(_ player: any ControlledPlayer) async throws {
        try await player.tick()
        say(await line(of: player))
        let mediaPlayer = offer(player)
        // This task ends with the program. A cancellation could wait for ever: the cancellation of a request that `URLSession` completes at this
        // moment waits for the completion, and the completion waits for the cancellation.
        Task {
            while true {
                try await Task.sleep(for: .milliseconds(250))
                // Ignores errors, for example of the network; the next call tries again.
                try? await player.tick()
                mediaPlayer?.playerMayHaveChanged()
            }
        }
        for await text in lines {
            switch PlayerCommand(text) {
            case .event(let event): if let reason = try await player.send(event) { say("refused: \(reason)") }
            case .context(let name): if let reason = try await player.play(context: name) { say("refused: \(reason)") }
            case .wait(let seconds): try await Task.sleep(for: .seconds(seconds))
            case .help:
                say(PlayerCommand.list)
                continue
            case .position:
                try await player.tick()
                let milliseconds = await player.snapshot?.positionMs ?? 0
                say("\(milliseconds) ms at \(Int64(Date().timeIntervalSince1970 * 1000))")
                continue
            case .quit: return
            case .state: break
            case nil:
                say("unknown command: \(text)")
                continue
            }
            try await player.tick()
            mediaPlayer?.playerMayHaveChanged()
            say(await line(of: player))
        }
    }

    private static func line(of player: any ControlledPlayer) async -> String {
        await player.snapshot?.line ?? "no answer yet"
    }

    /// Offers the player to the media keys of the desktop, if the environment contains the address of a session bus. The program continues without
    /// the bus if the bus cannot be used or ends.
    private static func offer(_ player: any ControlledPlayer) -> MediaPlayer? {
        guard let address = ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty else {
            return nil
        }
        let mediaPlayer = MediaPlayer(player, quit: { exit(0) })
        Task {
            do throws(BusError) {
                try await mediaPlayer.serve(on: address)
            } catch {
                warn("no media keys, because the session bus cannot be used: \(error)")
            }
        }
        return mediaPlayer
    }

    /// The lines of standard input, read on a separate thread, because reading blocks.
    private static var lines: AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }

    /// Prints a line without buffering, even if standard output is a pipe.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private static func warn(_ text: String) {
        FileHandle.standardError.write(Data("tutti-player: \(text)\n".utf8))
    }

    private static func usage() -> Never {
        FileHandle.standardError.write(
            Data("usage: tutti-player NAME:SECONDS… | --server URL --login LOGIN [--device ID]\n".utf8))
        exit(2)
    }
}
