import Foundation

/// The terminal or pipe that somebody reads along: each line leaves at once, where `print` would hold lines back
/// until a buffer is full.
enum Console {
    /// Writes a line to standard output.
    static func line(_ text: String) { write(text, to: .standardOutput) }

    /// Writes a line to standard error.
    static func error(_ text: String) { write(text, to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        // A reader who left is no reason to end.
        try? handle.write(contentsOf: Data((text + "\n").utf8))
    }
}
