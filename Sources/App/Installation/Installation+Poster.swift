import ConcertAudience
import ConcertNotes
import Foundation
import Postgres
import Tenancy

/// The file format of a poster for printing.
public enum PosterFormat: String, Sendable, CaseIterable {
    case pdf, svg

    /// Creates the format from the ending of a file name; `nil` for an ending other than ".pdf" or ".svg".
    public init?(fileName: String) {
        let ending = fileName.split(separator: ".").last?.lowercased() ?? ""
        guard fileName.contains("."), let format = PosterFormat(rawValue: ending) else { return nil }
        self = format
    }
}

/// The command for the poster of the audience page.
extension Installation {
    /// Writes the poster for a concert, or for the concert on the air if `name` is `nil`, to `file`, which is replaced if it exists, and returns the
    /// line to print. Without a concert on the air, the poster has no title. Throws `CommandFailure` for an unknown tenant or concert, or if the
    /// poster cannot be drawn or written.
    public func writePoster(
        to file: String, tenant slug: String, concert name: String?, format: PosterFormat
    ) async throws -> String {
        let tenant = try await tenant(slug)
        let title = try await title(ofConcert: name, tenant)
        let host: String? = try await runtime.rows("select control.primary_host(\(tenant.id)) as host").first?
            .optional("host")
        let poster = Poster(house: tenant.name, title: title, origin: settings.publicAddress.origin(ofHost: host))
        do {
            try Data(Self.bytes(of: poster, format)).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                "\(file) cannot be written; check the path and the permissions: \(error.localizedDescription)")
        }
        return "wrote \(file) with the address \(poster.address)"
    }

    private func title(ofConcert name: String?, _ tenant: Tenant) async throws -> String? {
        let concerts = ConcertStore(database: data)
        guard let name else {
            let stage = try await concerts.stage(in: tenant.id)
            return stage.isOnAir ? stage.concert?.title : nil
        }
        guard let concert = try await concerts.concert(slug: name, in: tenant.id) else {
            throw CommandFailure(
                "tenant \(tenant.slug) has no concert \(name); `tutti concert list --tenant \(tenant.slug)` shows the tenant's concerts"
            )
        }
        return concert.title
    }

    private static func bytes(of poster: Poster, _ format: PosterFormat) throws(CommandFailure) -> [UInt8] {
        do {
            switch format {
            case .svg: return try PosterSVG(poster).bytes
            case .pdf: return try PosterPDF(poster).bytes
            }
        } catch let failure as PosterPDF.Failure {
            throw message(failure, poster)
        } catch {
            throw addressDoesNotFit(poster)
        }
    }

    private static func message(_ failure: PosterPDF.Failure, _ poster: Poster) -> CommandFailure {
        switch failure {
        case .noSuchLetter(let letter):
            CommandFailure(
                "the PDF poster can show only Latin letters, digits and common signs, found \"\(letter)\"; "
                    + "write the poster with --format svg")
        case .tooManyLetters:
            CommandFailure(
                "a PDF poster can have at most 31 different letters that Western European languages do not use, and this poster "
                    + "has more; write the poster with --format svg")
        case .address: addressDoesNotFit(poster)
        }
    }

    private static func addressDoesNotFit(_ poster: Poster) -> CommandFailure {
        CommandFailure(
            "the address \(poster.address) does not fit in a QR code; give the tenant a short host name of ASCII characters"
        )
    }
}
