import Foundation
import PlayerCore
import Testing

/// The documents that are generated from the table. With TUTTI_WRITE_DOCUMENTS=1, as in `scripts/player-states`, the test writes the
/// documents.
struct PlayerDocumentTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let page = """
        # States of the player

        Written from `PlayerTable` by `scripts/player-states`; do not edit. The first row that matches state, event and condition decides. A pair
        without a row is refused and changes nothing (P2). "none": there is no audio; "keep": the audio goes on.

        ```mermaid
        \(PlayerTable.mermaid)```

        \(PlayerTable.markdown)
        """

    @Test(arguments: [
        ("docs/player-states.md", page),
        ("Sources/PlayerCore/PlayerCore.docc/player-states.svg", PlayerTable.svg),
    ])
    func theGeneratedPlayerDocumentsMatchThePlayerTable(path: String, text: String) throws {
        let file = Self.root.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["TUTTI_WRITE_DOCUMENTS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "run scripts/player-states")
    }
}
