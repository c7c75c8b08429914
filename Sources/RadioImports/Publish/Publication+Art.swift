/// The import of pictures. A picture is identified by the hash of the JSON that describes it, so many episodes can share one row. Existing pictures
/// never change.
extension Publication {
    static let art: [Step] = [
        .write(
            """
            insert into app.art (tenant_id, alt, credit, source, source_key)
            select distinct on (s.art_key) \(.tenant), coalesce(s.item -> 'art' ->> 'alt', ''),
                   coalesce(s.item -> 'art' ->> 'credit', ''), \(.source), s.art_key
              from app.radio_stage s
             where s.tenant_id = \(.tenant)
               and s.state = 'staged'
               and s.art_key is not null
               and not exists (select from app.art a
                                where a.tenant_id = \(.tenant)
                                  and a.source = \(.source)
                                  and a.source_key = s.art_key)
            """),
        .write(
            """
            insert into app.art_image (tenant_id, art_id, position, width, height, media_type, url)
            select \(.tenant), a.art_id, i.position - 1, coalesce((i.image ->> 'width')::integer, 0),
                   coalesce((i.image ->> 'height')::integer, 0), coalesce(i.image ->> 'mediaType', ''),
                   i.image ->> 'url'
              from (select distinct on (art_key) art_key, item
                      from app.radio_stage
                     where tenant_id = \(.tenant)
                       and state = 'staged'
                       and art_key is not null) s
              join app.art a
                on a.tenant_id = \(.tenant) and a.source = \(.source) and a.source_key = s.art_key
             cross join lateral jsonb_array_elements(s.item -> 'art' -> 'images') with ordinality i (image, position)
             where not exists (select from app.art_image o where o.tenant_id = \(.tenant) and o.art_id = a.art_id)
            """),
    ]
}
