import Foundation
import Testing

/// Runs the rules of a script in Node.js, without a page.
public enum Node {
    /// Runs statements after the rules and returns the arguments of `answer(…)` as lines of JSON.
    public static func run(_ text: String, until end: String, _ statements: String) throws -> [String] {
        let rules = text[..<(try #require(text.range(of: end)).lowerBound)]
        let program = """
            \(rules)
            const answer = value => console.log(JSON.stringify(value) ?? 'undefined');
            \(statements)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["node", "--input-type=module", "--eval", program]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (output, errors, FileHandle.nullDevice)
        try process.run()
        let lines = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitForEnd()
        #expect(
            process.terminationStatus == 0,
            "Node.js is needed (scripts/install-dependencies node=nodejs): \(String(decoding: complaint, as: UTF8.self))"
        )
        return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
