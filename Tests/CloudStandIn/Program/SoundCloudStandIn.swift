import CloudStandIn
import Foundation
import HTTP
import Logging

/// Runs the stand-in until it is killed:
///
/// - `soundcloud-stand-in PORT [LIKES [SEED]]`: a generated account of any size, with immediate consent.
/// - `soundcloud-stand-in PORT --demo JOURNAL`: the demo's world, with a consent page and a file that keeps the
///   changes. With `--with-parent`, as a child of `tutti run`, it ends when its standard input is closed.
@main
struct SoundCloudStandIn {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isChild = arguments.last == "--with-parent"
        if isChild { arguments.removeLast() }
        guard let standIn = try standIn(arguments.dropFirst()), let port = arguments.first.flatMap({ Int($0) }) else {
            FileHandle.standardError.write(
                Data("usage: soundcloud-stand-in PORT [LIKES [SEED] | --demo JOURNAL] [--with-parent]\n".utf8))
            exit(2)
        }
        if isChild {
            // Reads on a separate thread, because reading blocks until the parent process ends.
            Thread.detachNewThread {
                while !FileHandle.standardInput.availableData.isEmpty {}
                exit(0)
            }
        }
        let server = try await standIn.start(port: port, logger: Logger(label: "soundcloud-stand-in"))
        if !isChild {
            print("TUTTI_SOUNDCLOUD_API=\(standIn.address)")
            print("TUTTI_SOUNDCLOUD_AUTH=\(standIn.address)")
            fflush(nil)
        }
        while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
        await server.stop(grace: 1)
    }

    /// Creates the server that the arguments describe. Returns `nil` for invalid arguments.
    private static func standIn(_ arguments: ArraySlice<String>) throws -> StandIn? {
        if arguments.first == "--demo" {
            guard arguments.count == 2, let journal = arguments.last else { return nil }
            return try StandIn(world: .demo, journal: journal, asks: true)
        }
        let numbers = arguments.compactMap { Int($0) }
        guard numbers.count == arguments.count, numbers.count <= 2 else { return nil }
        let likes = numbers.first ?? 120
        let size = StandInWorld.Size(users: max(40, likes / 20), tracks: max(300, likes + 100), likes: likes)
        return try StandIn(world: StandInWorld(seed: UInt64(max(0, numbers.dropFirst().first ?? 1)), size))
    }
}
