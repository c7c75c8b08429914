import ConcertNotes
import ConcertPages
import ConcertReading
import Foundation
import Logging
import SoundCloud
import Tenancy
import Web

/// The optional programs of an installation, found in PATH when the service starts.
struct ExternalPrograms: Sendable {
    /// The maker of PDF documents; `nil` without WeasyPrint (Debian package `weasyprint`).
    let printer: (any PDFPrinter)?
    /// The scaler of pictures; `nil` without vipsthumbnail (Debian package `libvips-tools`).
    let scaler: (any PictureScaler)?
    /// The converter of audio; `nil` without ffmpeg (Debian package `ffmpeg`).
    let transcoder: (any AudioTranscoder)?

    /// No programs, as on a machine where none is installed.
    static let empty = ExternalPrograms(printer: nil, scaler: nil, transcoder: nil)

    private init(
        printer: (any PDFPrinter)?, scaler: (any PictureScaler)?, transcoder: (any AudioTranscoder)?
    ) {
        self.printer = printer
        self.scaler = scaler
        self.transcoder = transcoder
    }

    /// Finds the programs in folders, absolute paths separated by colons. Logs missing programs at the level `debug`.
    init(in folders: String = ProcessInfo.processInfo.environment["PATH"] ?? "", logger: Logger) {
        printer = WeasyPrint(in: folders)
        scaler = VipsThumbnail(in: folders)
        transcoder = FFmpeg(in: folders)
        for (name, package, isMissing, use) in [
            ("weasyprint", "weasyprint", printer == nil, "PDF of notes and cue sheets"),
            ("vipsthumbnail", "libvips-tools", scaler == nil, "smaller copies of pictures"),
            ("ffmpeg", "ffmpeg", transcoder == nil, "audio in the format that a music app requests"),
        ] {
            if isMissing {
                logger.debug(
                    "optional program not installed",
                    metadata: ["program": "\(name)", "package": "\(package)", "for": "\(use)"])
            } else {
                logger.debug("optional program found", metadata: ["program": "\(name)", "for": "\(use)"])
            }
        }
    }
}

/// A maker of PDF documents that runs WeasyPrint (https://weasyprint.org). The pages refer to no other files, so WeasyPrint loads none.
struct WeasyPrint: PDFPrinter {
    private let program: ExternalProgram

    /// Finds the program; `nil` if it or `prlimit` is not installed.
    init?(in folders: String) {
        var limits = ExternalProgram.Limits()
        limits.time = .seconds(60)
        guard
            let program = ExternalProgram(
                "weasyprint", in: folders, workers: Workers("tutti.pdf", width: 1, limit: 8), limits: limits)
        else { return nil }
        self.program = program
    }

    func pdf(of page: [UInt8], for tenant: TenantID) async throws -> [UInt8] {
        let bytes = try await program.run(["-", "-"], input: page, for: tenant.description)
        guard MediaKind(magicOf: bytes) == .pdf else { throw ExternalProgramError.unexpectedOutput }
        return bytes
    }
}

/// A scaler of pictures that runs vipsthumbnail of libvips (https://www.libvips.org), without metadata and without loaders for rare formats.
struct VipsThumbnail: PictureScaler {
    private let program: ExternalProgram

    /// Finds the program; `nil` if it or `prlimit` is not installed.
    init?(in folders: String) {
        var limits = ExternalProgram.Limits()
        limits.output = MediaFile.byteLimit
        guard
            let program = ExternalProgram(
                "vipsthumbnail", in: folders, workers: Workers("tutti.pictures", width: 2, limit: 64), limits: limits,
                environment: ["VIPS_CONCURRENCY": "1", "VIPS_BLOCK_UNTRUSTED": "1"])
        else { return nil }
        self.program = program
    }

    func scaled(_ picture: [UInt8], kind: MediaKind, width: Int, for tenant: TenantID) async throws -> [UInt8] {
        let output = kind == .jpeg ? ".jpg[Q=82,strip]" : ".png[strip]"
        let bytes = try await program.run(
            ["stdin", "--size", "\(width)x>", "-o", output], input: picture, for: tenant.description)
        guard MediaKind(magicOf: bytes) == kind else { throw ExternalProgramError.unexpectedOutput }
        return bytes
    }
}
