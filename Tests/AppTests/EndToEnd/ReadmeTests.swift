import Foundation
import TestSupport
import Testing

/// Tests of README.md.
@Suite struct ReadmeTests {
    /// `scripts/check-readme` runs all commands of the file with a separate demo and requests the pages that the file
    /// names.
    @Test(.timeLimit(.minutes(30))) func theCommandsAndPagesNamedInTheReadmeWork() async throws {
        let (status, output) = try await onThread {
            let process = Process()
            process.executableURL = Self.script
            process.arguments = [RunningService.programs.path]
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForEnd()
            return (process.terminationStatus, output)
        }
        #expect(status == 0, "\(output.suffix(6000))")
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../scripts/check-readme").standardizedFileURL
}
