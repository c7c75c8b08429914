import CloudStandIn
import Foundation
import HTTP
import Logging

/// `soundcloud-stand-in PORT [LIKES [SEED]]`: the stand-in by itself, until it is killed.
@main
struct SoundCloudStandIn {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard let port = numbers.first, numbers.count == CommandLine.arguments.count - 1 else {
            FileHandle.standardError.write(Data("usage: soundcloud-stand-in PORT [LIKES [SEED]]\n".utf8))
            exit(2)
        }
        let likes = numbers.dropFirst().first ?? 120
        let seed = UInt64(max(0, numbers.dropFirst(2).first ?? 1))
        let size = StandInWorld.Size(users: max(40, likes / 20), tracks: max(300, likes + 100), likes: likes)
        let standIn = try StandIn(world: StandInWorld(seed: seed, size))
        let server = try await standIn.start(port: port, logger: Logger(label: "soundcloud-stand-in"))
        print("TUTTI_SOUNDCLOUD_API=\(standIn.address)")
        print("TUTTI_SOUNDCLOUD_AUTH=\(standIn.address)")
        fflush(nil)
        while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
        await server.stop(grace: 1)
    }
}
