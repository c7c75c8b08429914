import Foundation
import Tenancy
import Testing
import Web

@testable import RadioImports

/// The statements that are generated from the descriptions of the kinds.
struct PublicationStatementTests {
    /// `Resources/publication.sql` contains all statements, with parameters as psql variables. A change of a
    /// description shows up as a difference; copy the file from `.build/publication.sql` if the difference is intended.
    @Test func thePublicationStatementsEqualTheRecordedFile() throws {
        let text = Self.listing
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        try text.write(to: root.appendingPathComponent(".build/publication.sql"), atomically: true, encoding: .utf8)
        let (actual, expected) = (
            Self.lines(text), Self.lines(String(decoding: try resource("publication.sql"), as: UTF8.self))
        )
        let difference = zip(actual, expected).first { $0 != $1 }
        #expect(difference == nil, "the first line that differs")
        #expect(actual.count == expected.count)
    }

    /// A complete source runs all statements of other sources, and more.
    @Test func everyPublicationStatementCanBePlanned() async throws {
        try await ImportRig.with { rig in
            let publication = Publication(
                tenant: rig.here.id, source: "test", coverage: .whole, timeZone: "UTC", now: Instant(milliseconds: 0))
            try await rig.database.tenants.transaction(in: rig.here.id) { transaction in
                for template in Self.statements {
                    let plan = try await transaction.rows(publication.statement("explain \(template)"))
                    if plan.isEmpty { throw ImportSource.Failure(description: "\(template)") }
                }
            }
        }
    }

    /// `SlugChoice` reads two additional members.
    @Test(arguments: DraftSamples.all)
    func everyMemberOfADraftIsReadByAStatement(sample: DraftSamples.Sample) throws {
        let text = Self.listing
        let members = try sample.members.filter { !["slug", "isKnownBySlug"].contains($0) }
        #expect(!members.isEmpty)
        for member in members { #expect(text.contains("item -> '\(member)'") || Self.reads(member, text), "\(member)") }
    }

    @Test func publicationStatementsReadOnlyMembersOfDrafts() throws {
        let members = Set(try DraftSamples.all.flatMap { try $0.members })
        for match in Self.listing.matches(of: #/\bs\.item (?:->>|->|\?) '(?<member>\w+)'/#) {
            // These members of list elements have common names.
            let isOfAnElement = ["uri", "url", "purpose", "mediaType", "bitrate", "cost", "offsetMs", "bytes"].contains(
                match.output.member)
            #expect(isOfAnElement || members.contains(String(match.output.member)), "\(match.output.member)")
        }
    }

    @Test func onlyAnImportOfACompleteSourceRemovesRows() {
        for coverage in [ImportFormat.Coverage.part, .span, .whole] {
            let publication = Publication(
                tenant: TenantID(rawValue: 1), source: "test", coverage: coverage, timeZone: "UTC",
                now: Instant(milliseconds: 0))
            #expect(publication.parts.contains { $0.name == "removals" } == (coverage == .whole))
        }
    }

    private static func reads(_ member: String, _ text: String) -> Bool {
        text.contains("item ->> '\(member)'") || text.contains("item ? '\(member)'")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static var statements: [StatementTemplate] {
        Publication.parts.flatMap(\.steps).compactMap { step in
            switch step {
            case .write(let statement), .report(_, let statement), .count(let statement): statement
            case .slugs, .overlaps: nil
            }
        } + [Publication.affectedShows]
    }

    /// All statements, each below its subject.
    private static var listing: String {
        var text = ""
        for part in Publication.parts {
            text += "-- \(part.name)\n\n"
            for step in part.steps {
                switch step {
                case .write(let statement), .count(let statement): text += "\(statement);\n\n"
                case .report(let finding, let statement): text += "-- Each row is a \(finding).\n\(statement);\n\n"
                case .slugs: text += "-- SlugChoice\n\n"
                case .overlaps: text += "-- OverlapCheck\n\n"
                }
            }
        }
        return text + "-- shows that are looked at again\n\n\(Publication.affectedShows);\n"
    }
}
