import Foundation

/// The unbuffered output to the standard streams, whereas `print` may buffer lines. Write errors are ignored.
enum Console {
    /// Writes a line to standard output.
    static func line(_ text: String) { write(text, to: .standardOutput) }

    /// Writes a line to standard error.
    static func error(_ text: String) { write(text, to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        // An error from a closed pipe is ignored, so that the command finishes its work.
        try? handle.write(contentsOf: Data((text + "\n").utf8))
    }
}
