import App
import Foundation
import Testing

/// Tests that `deploy/environment.example` lists the settings of the program.
struct EnvironmentExampleTests {
    /// One entry of the file: the comment lines above a commented assignment.
    private struct Entry {
        let name: String
        let value: String
        let comment: String
    }

    private static let entries: [Entry] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = FileManager.default.contents(atPath: root.appendingPathComponent("deploy/environment.example").path)
        var entries: [Entry] = []
        var comment = ""
        for line in String(decoding: data ?? Data(), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("# ") {
                comment += line.dropFirst(2) + " "
            } else if line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                entries.append(
                    Entry(
                        name: String(line[line.index(after: line.startIndex)..<equals]),
                        value: String(line[line.index(after: equals)...]), comment: comment))
                comment = ""
            } else {
                comment = ""
            }
        }
        return entries
    }()

    @Test func theExampleEnvironmentListsEverySettingInOrder() {
        #expect(Self.entries.map(\.name) == Setting.all.map(\.name))
    }

    @Test(arguments: Setting.all)
    func theExampleEnvironmentShowsTheDefaultAndMeaningOfASetting(setting: Setting) throws {
        let entry = try #require(Self.entries.first { $0.name == setting.name })
        #expect(entry.comment.contains(setting.meaning))
        if let standard = setting.standard { #expect(entry.value == standard) }
    }

    /// An entry is a commented assignment, so an unchanged copy of the file changes no setting.
    @Test func everyEntryOfTheExampleEnvironmentHasAName() throws {
        for entry in Self.entries { #expect(!entry.name.isEmpty) }
        #expect(!Self.entries.isEmpty)
        _ = try Settings(environment: [:])
    }
}
