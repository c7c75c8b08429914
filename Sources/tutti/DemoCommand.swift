import App
import ArgumentParser

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Commands for the demo tenant.", subcommands: [DemoPlay.self])
}

struct DemoPlay: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Step through the demo tenant's concert at the times of its reference recordings.",
        discussion: "Playback starts at the current position of the concert on the air. Press Ctrl-C to stop.")

    @Option(help: "Speed relative to the recording: 0.1 to 1000, where 2 is twice as fast.")
    var speed = 1.0

    mutating func validate() throws {
        guard (0.1...1000).contains(speed) else {
            throw ValidationError("--speed must be a number from 0.1 to 1000, found \(speed)")
        }
    }

    func run(in installation: Installation) async throws {
        try await installation.playDemo(speed: speed) { Console.line($0) }
    }
}
