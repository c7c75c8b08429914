import Postgres
import Tenancy

/// A writer of the pieces of a concert, with one statement per table. COPY FROM is not possible with row-level security.
struct PieceWriter {
    let tenant: TenantID
    let concert: Concert.ID
    let transaction: Transaction

    /// Deletes the pieces of the concert with all their rows, and writes the new pieces.
    func replace(with pieces: [Piece]) async throws {
        _ = try await transaction.batch([
            // The live state may point to a piece that is deleted now and inserted again with another key.
            "set constraints all deferred",
            "delete from app.piece where tenant_id = \(tenant) and concert_id = \(concert)",
            """
            insert into app.work (tenant_id, composer, title)
            select distinct \(tenant), new.composer, new.title
              from unnest(\(pieces.map(\.name.work.composer)), \(pieces.map(\.name.work.title))) as new (composer, title)
                on conflict on constraint work_composer_title_key do nothing
            """,
        ])
        let keys = try await insert(pieces)
        let trackKeys = try await insertTracks(pieces, keys)
        _ = try await transaction.batch([
            measures(pieces, keys), annotations(pieces, trackKeys), sections(pieces, keys), signatures(pieces, keys),
            intensities(pieces, keys),
        ])
    }

    private func insert(_ pieces: [Piece]) async throws -> [Int64] {
        try await transaction.rows(
            """
              with added as (
                    insert into app.piece (tenant_id, concert_id, position, work_id, movement, name, name_key, recording,
                                           measure_count, end_measure, end_ms)
                    select \(tenant), \(concert), new.position, w.work_id, new.movement, new.name,
                           normalize(new.name_key), new.recording, new.measure_count, new.end_measure, new.end_ms
                      from unnest(\(pieces.indices.map { Int32($0 + 1) }), \(pieces.map(\.name.work.composer)),
                                  \(pieces.map(\.name.work.title)), \(pieces.map(\.name.movement)),
                                  \(pieces.map(\.name.description)), \(pieces.map(\.name.key)), \(pieces.map(\.recording)),
                                  \(pieces.map { Int32($0.measures.count) }),
                                  \(pieces.map { Int32($0.structure.end.measure) }),
                                  \(pieces.map(\.structure.end.time.milliseconds)))
                           as new (position, composer, title, movement, name, name_key, recording, measure_count,
                                   end_measure, end_ms)
                      join app.work w on w.tenant_id = \(tenant) and w.composer = new.composer and w.title = new.title
                    returning piece_id, position
                   )
            select piece_id from added order by position
            """
        ).map { row in try row("piece_id", as: Int64.self) }
    }

    private func insertTracks(_ pieces: [Piece], _ keys: [Int64]) async throws -> [Int64] {
        let rows = zip(keys, pieces).flatMap { key, piece in
            piece.tracks.enumerated().map { (piece: key, position: Int32($0.offset + 1), track: $0.element) }
        }
        return try await transaction.rows(
            """
              with added as (
                    insert into app.annotation_track (tenant_id, piece_id, position, name, language, level)
                    select \(tenant), new.piece_id, new.position, new.name, new.language, new.level
                      from unnest(\(rows.map(\.piece)), \(rows.map(\.position)), \(rows.map(\.track.name)),
                                  \(rows.map(\.track.language)), \(rows.map(\.track.level?.rawValue)))
                           as new (piece_id, position, name, language, level)
                    returning track_id, piece_id, position
                   )
            select added.track_id
              from added
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = added.piece_id
             order by p.position, added.position
            """
        ).map { row in try row("track_id", as: Int64.self) }
    }

    private func measures(_ pieces: [Piece], _ keys: [Int64]) -> SQL {
        let rows = zip(keys, pieces).flatMap { key, piece in piece.measures.map { (piece: key, measure: $0) } }
        return """
            insert into app.measure (tenant_id, piece_id, measure, start_ms, printed, pass)
            select \(tenant), new.*
              from unnest(\(rows.map(\.piece)), \(rows.map { Int32($0.measure.number) }),
                          \(rows.map(\.measure.start.milliseconds)), \(rows.map(\.measure.printed)),
                          \(rows.map { Int32($0.measure.pass) })) as new
            """
    }

    private func annotations(_ pieces: [Piece], _ trackKeys: [Int64]) -> SQL {
        let rows = zip(trackKeys, pieces.flatMap(\.tracks)).flatMap { key, track in
            track.annotations.enumerated().map { (track: key, position: Int32($0.offset + 1), page: $0.element) }
        }
        return """
            insert into app.annotation (tenant_id, track_id, position, measure, start_ms, text)
            select \(tenant), new.*
              from unnest(\(rows.map(\.track)), \(rows.map(\.position)), \(rows.map { Int32($0.page.measure) }),
                          \(rows.map(\.page.start.milliseconds)), \(rows.map(\.page.text))) as new
            """
    }

    private func sections(_ pieces: [Piece], _ keys: [Int64]) -> SQL {
        let rows = zip(keys, pieces).flatMap { key, piece in
            piece.structure.sections.enumerated().map {
                (piece: key, position: Int32($0.offset + 1), section: $0.element)
            }
        }
        return """
            insert into app.structure_section (tenant_id, piece_id, position, measure, start_ms, label, colour)
            select \(tenant), new.*
              from unnest(\(rows.map(\.piece)), \(rows.map(\.position)), \(rows.map { Int32($0.section.measure) }),
                          \(rows.map(\.section.start.milliseconds)), \(rows.map(\.section.label)),
                          \(rows.map(\.section.colour.description))) as new
            """
    }

    private func signatures(_ pieces: [Piece], _ keys: [Int64]) -> SQL {
        let rows = zip(keys, pieces).flatMap { key, piece in piece.keys.map { (piece: key, signature: $0) } }
        return """
            insert into app.key_signature (tenant_id, piece_id, measure, start_ms, fifths, name)
            select \(tenant), new.*
              from unnest(\(rows.map(\.piece)), \(rows.map { Int32($0.signature.measure) }),
                          \(rows.map(\.signature.start.milliseconds)), \(rows.map { Int32($0.signature.fifths) }),
                          \(rows.map(\.signature.name))) as new
            """
    }

    private func intensities(_ pieces: [Piece], _ keys: [Int64]) -> SQL {
        let rows = zip(keys, pieces).flatMap { key, piece in piece.intensities.map { (piece: key, intensity: $0) } }
        return """
            insert into app.intensity (tenant_id, piece_id, measure, start_ms, value)
            select \(tenant), new.*
              from unnest(\(rows.map(\.piece)), \(rows.map { Int32($0.intensity.measure) }),
                          \(rows.map(\.intensity.start.milliseconds)), \(rows.map(\.intensity.value))) as new
            """
    }
}
