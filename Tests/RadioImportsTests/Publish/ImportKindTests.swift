import Tenancy
import Testing
import Web

@testable import RadioImports

/// The statements of a kind that exists only in this test.
struct ImportKindTests {
    private static let lamp = ImportKind(
        name: "lamp", table: "app.lamp", id: "lamp_id", stamps: [.revision],
        references: [.show, ImportReference("room", "app.room", .optional, sameShowAs: "show")],
        columns: [
            .of("show", "show_id").fixed, .of("room", "room_id"), .text("name"),
            .integer("watts", orElse: "0"), .text("maker").kept, .flag("is_lit", "isLit"),
        ],
        parts: [.list("bulbs", in: "app.bulb", by: .text("uri"), .integer("lumens", orElse: "0"))],
        unknownReference: "'lamp ' || s.key || ' names no show'",
        permanent: (.show, "'lamp ' || s.key || ' cannot change its show'"))

    @Test func theUpdateStatementChangesOnlyRowsWithADifferentColumn() {
        #expect(
            "\(Self.lamp.change)" == """
                with changed as (
                    update app.lamp t
                       set room_id = w.room_id,
                           name = w.name,
                           watts = w.watts,
                           maker = coalesce(w.maker, t.maker),
                           is_lit = w.is_lit,
                           revision = t.revision + 1
                      from (select s.n, s.key, s.id,
                                   room.room_id as room_id,
                                   s.item ->> 'name' as name,
                                   coalesce((s.item ->> 'watts')::integer, 0) as watts,
                                   s.item ->> 'maker' as maker,
                                   s.item ? 'isLit' as is_lit
                              from app.radio_stage s
                              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
                              left join app.room room on room.tenant_id = :tenant and room.source = :source and room.source_key = s.item ->> 'room' and room.show_id = show.show_id
                             where s.tenant_id = :tenant
                               and s.kind = 'lamp'
                               and s.state = 'staged') w
                     where t.tenant_id = :tenant
                       and t.source = :source
                       and t.source_key = w.key
                       and (t.room_id, t.name, t.watts, t.maker, t.is_lit) is distinct from
                           (w.room_id, w.name, w.watts, coalesce(w.maker, t.maker), w.is_lit)
                    returning t.source_key)
                update app.radio_stage s
                   set state = 'changed'
                  from changed m
                 where s.tenant_id = :tenant
                   and s.kind = 'lamp'
                   and s.key = m.source_key
                   and s.state = 'staged'
                """)
    }

    @Test func statementsOfAnImportJoinOnlyTheReferencesTheyUse() {
        let kind = ImportKind(
            name: "lamp", table: "app.lamp", id: "lamp_id", references: [.show, .art],
            columns: [.of("show", "show_id").fixed, .text("name")])
        #expect(!"\(kind.change)".contains("app.show"))
        #expect("\(kind.insertion)".contains("join app.show show"))
        #expect(!"\(kind.insertion)".contains("app.art"))
    }

    @Test func theInsertStatementAddsOnlyItemsWithoutARow() {
        let text = "\(Self.lamp.insertion)"
        #expect(
            text.hasPrefix(
                """
                with made as (
                    insert into app.lamp (tenant_id, show_id, room_id, name, watts, maker, is_lit, source, source_key)
                    select :tenant, w.show_id, w.room_id, w.name, w.watts, w.maker, w.is_lit, :source, w.key
                """))
        #expect(
            text.contains(
                """
                     where not exists (select from app.lamp t
                                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
                     order by w.n
                """))
    }

    @Test func theStatementOfAListInsertsUpdatesAndDeletesItsRows() {
        #expect(
            Self.lamp.parts.flatMap { $0.statements(of: Self.lamp) }.map(\.description) == [
                """
                with named as (
                    select distinct on (t.lamp_id, s.item ->> 'uri')
                           t.lamp_id, s.item ->> 'uri' as uri,
                           coalesce((s.item ->> 'lumens')::integer, 0) as lumens,
                           (s.place - 1)::integer as position
                      from app.radio_stage i
                      join app.lamp t on t.tenant_id = :tenant and t.source = :source and t.source_key = i.key
                     cross join lateral jsonb_array_elements(i.item -> 'bulbs') with ordinality s (item, place)
                     where i.tenant_id = :tenant
                       and i.kind = 'lamp'
                       and i.state in ('staged', 'new', 'changed')
                     order by t.lamp_id, s.item ->> 'uri', s.place),
                gone as (
                    delete from app.bulb o
                     where o.tenant_id = :tenant
                       and o.lamp_id in (select lamp_id from named)
                       and not exists (select from named x
                                        where x.lamp_id = o.lamp_id and x.uri = o.uri)
                    returning o.lamp_id),
                put as (
                    insert into app.bulb as o (tenant_id, lamp_id, uri, position, lumens)
                    select :tenant, w.lamp_id, w.uri, w.position, w.lumens
                      from named w
                     where not exists (select from app.bulb e
                                        where e.tenant_id = :tenant
                                          and e.lamp_id = w.lamp_id
                                          and e.uri = w.uri
                                          and (e.position, e.lumens) is not distinct from
                                              (w.position, w.lumens))
                        on conflict (tenant_id, lamp_id, uri) do update
                       set position = excluded.position, lumens = excluded.lumens
                    returning o.lamp_id)
                update app.radio_stage s
                   set is_touched = true
                  from app.lamp t
                 where t.tenant_id = :tenant
                   and t.source = :source
                   and t.lamp_id in (select lamp_id from gone union select lamp_id from put)
                   and s.tenant_id = :tenant
                   and s.kind = 'lamp'
                   and s.key = t.source_key
                """
            ])
    }

    @Test func missingAndChangedPermanentReferencesAreReportedAsFaults() {
        let faults = Self.lamp.steps.compactMap { step in
            if case .report(.fault, let statement) = step { statement.description } else { nil }
        }
        #expect(faults.count == 2)
        #expect(faults.first?.contains("and r.source_key = s.item ->> 'show'))") == true)
        #expect(faults.first?.contains("app.room") == false)
        #expect(faults.last?.contains("and r.source_key is distinct from s.item ->> 'show'") == true)
    }

    @Test func aPublicationStatementBindsTheValuesOfItsImport() {
        let publication = Publication(
            tenant: TenantID(rawValue: 7), source: "rss", coverage: .span, timeZone: "UTC",
            now: Instant(milliseconds: 0))
        let statement = publication.statement("select \(.tenant), \("a")\(.source) and \(.isSpan), \(.tenant)")
        #expect(statement.text == "select $1, a$2 and $3, $4")
        #expect(statement.binds.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == ["7", "rss", "t", "7"])
    }
}
