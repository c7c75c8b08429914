import Foundation
import Testing

@testable import RadioImports

struct ImportInboxTests {
    private static func with(_ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("inbox-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(root)/here/plays", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        try body(root)
    }

    private static var later: Int64 { Int64(Date().timeIntervalSince1970) + 60 }

    @Test func aFileInTheInboxIsClaimedWhenTwoChecksFindItUnchanged() throws {
        try Self.with { root in
            try Data("a".utf8).write(to: URL(fileURLWithPath: "\(root)/here/plays/log.csv"))
            var inbox = ImportInbox(root: root)
            #expect(inbox.claimReady(now: Int64(Date().timeIntervalSince1970)) == [])
            #expect(inbox.claimReady(now: Self.later) == [])
            let entries = inbox.claimReady(now: Self.later)
            #expect(entries.map(\.name) == ["log.csv"])
            #expect(entries.map(\.tenant) == ["here"])
            #expect(entries.map(\.format) == ["plays"])
        }
    }

    @Test func onlyOneOfTwoServersClaimsAFile() throws {
        try Self.with { root in
            try Data("a".utf8).write(to: URL(fileURLWithPath: "\(root)/here/plays/log.csv"))
            var (one, two) = (ImportInbox(root: root), ImportInbox(root: root))
            _ = (one.claimReady(now: Self.later), two.claimReady(now: Self.later))
            #expect(one.claimReady(now: Self.later).count + two.claimReady(now: Self.later).count == 1)
        }
    }

    @Test func aRefusedFileIsMovedToTheRefusedFolderWithItsReport() throws {
        try Self.with { root in
            try Data("a".utf8).write(to: URL(fileURLWithPath: "\(root)/here/plays/log.csv"))
            var inbox = ImportInbox(root: root)
            _ = inbox.claimReady(now: Self.later)
            let entry = try #require(inbox.claimReady(now: Self.later).first)
            try inbox.finish(entry, isDone: false, report: ["fault: log.csv:2: no"])
            let there = try FileManager.default.contentsOfDirectory(atPath: "\(root)/here/plays/refused").sorted()
            #expect(there == ["log.csv", "log.csv.report.txt"])
            #expect(inbox.claimReady(now: Self.later) == [])
        }
    }

    @Test func aNewerFileWaitsUntilTheClaimedOneIsImported() throws {
        try Self.with { root in
            let folder = "\(root)/here/plays"
            func put(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/log.csv")) }
            func content(_ name: String) throws -> String {
                try String(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"), encoding: .utf8)
            }
            try put("old")
            var inbox = ImportInbox(root: root)
            _ = inbox.claimReady(now: Self.later)
            let entry = try #require(inbox.claimReady(now: Self.later).first)
            try put("new")
            for _ in 1...2 { #expect(inbox.claimReady(now: Self.later) == []) }
            #expect(try String(contentsOf: URL(fileURLWithPath: entry.path), encoding: .utf8) == "old")
            try inbox.finish(entry, isDone: true, report: [])
            #expect(try content("done/log.csv") == "old")
            let next = inbox.claimReady(now: Self.later)
            #expect(next.map(\.name) == ["log.csv"])
        }
    }

    @Test func aReleasedFileDoesNotReplaceANewerOne() throws {
        try Self.with { root in
            let folder = "\(root)/here/plays"
            func put(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/log.csv")) }
            func content(_ name: String) throws -> String {
                try String(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"), encoding: .utf8)
            }
            try put("old")
            var inbox = ImportInbox(root: root)
            _ = inbox.claimReady(now: Self.later)
            let entry = try #require(inbox.claimReady(now: Self.later).first)
            try put("new")
            inbox.release(entry)
            #expect(try content("log.csv") == "new")
            #expect(try content("refused/log.csv") == "old")
            #expect(try content("refused/log.csv.report.txt").contains("a newer file of the same name"))
        }
    }

    @Test func aSymbolicLinkInTheInboxIsNotAcceptedAsAFile() throws {
        try Self.with { root in
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/here/plays/log.csv", withDestinationPath: "/etc/passwd")
            var inbox = ImportInbox(root: root)
            _ = inbox.claimReady(now: Self.later)
            let entry = try #require(inbox.claimReady(now: Self.later).first)
            #expect(ImportInbox.isForeign(entry))
        }
    }
}
