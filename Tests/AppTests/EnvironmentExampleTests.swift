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

    private static let lines: [Substring] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = FileManager.default.contents(atPath: root.appendingPathComponent("deploy/environment.example").path)
        return String(decoding: data ?? Data(), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
    }()

    private static let entries: [Entry] = {
        var entries: [Entry] = []
        var comment = ""
        for line in lines {
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

    @Test func everyEntryOfTheExampleEnvironmentHasAName() {
        for entry in Self.entries { #expect(!entry.name.isEmpty) }
        #expect(!Self.entries.isEmpty)
    }

    /// The program starts without any setting, so an unchanged copy of the file is valid.
    @Test func anUnchangedCopyOfTheExampleEnvironmentSetsNothing() throws {
        for line in Self.lines where !line.isEmpty { #expect(line.hasPrefix("#"), "\(line)") }
        #expect(Self.lines.count > Self.entries.count)
        _ = try Settings(environment: [:])
    }
}
