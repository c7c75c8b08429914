-- Why: what the Show Finder and search read (spec R36-R43): tables made from the catalogue and the schedule, kept up by one
-- job from the marks in app.show_change, so that no answer looks at all episodes and none has to be made anew because time
-- goes by (docs/decisions/0026). Tables and columns only: foreign keys, the wall and the grants are in 0010
-- (deploy/citus/distribute-0009.sql runs between the two).

-- What the rest was made for; its row is the lock under which it is brought up to date.
create table app.finder_state (
    tenant_id integer not null default app.tenant_id(),
    -- Whose alphabet the order and the rail follow.
    locale    text not null default '',
    -- A print of people, channels and topics as they were last read.
    names     text not null default '',
    -- The channels that were inactive then: what they will broadcast is nobody's future.
    inactive  bigint[] not null default '{}',
    primary key (tenant_id)
);

create table app.finder_show (
    tenant_id   integer not null default app.tenant_id(),
    show_id     bigint not null,
    -- Active, and no placeholder.
    is_listed   boolean not null,
    -- The title from its first letter or digit on, and what it stands under in the rail.
    sort_key    text not null,
    rail        text not null,
    -- Its place among the tenant's shows, with room between two; null until it has one.
    rank        bigint,
    -- The start of its last airing on an active channel: as long as that is to come, something is.
    last_airing timestamptz not null default '-infinity',
    -- Of all its words, those of its episodes and people included.
    words_digest uuid,
    primary key (tenant_id, show_id)
);
create index finder_show_rank_idx on app.finder_show (tenant_id, rank) include (show_id, rail, last_airing)
    where is_listed;

-- When a show has anything on demand: stretches that neither touch nor overlap, so that one holds at any instant.
create table app.finder_window (
    tenant_id integer not null default app.tenant_id(),
    show_id   bigint not null,
    opens_at  timestamptz not null,
    closes_at timestamptz not null,
    primary key (tenant_id, show_id, opens_at) include (closes_at)
);

-- The same of each episode, with its place in the list of its show (spec R42).
create table app.finder_episode (
    tenant_id  integer not null default app.tenant_id(),
    show_id    bigint not null,
    episode_id bigint not null,
    opens_at   timestamptz not null,
    closes_at  timestamptz not null,
    heard_at   timestamptz not null,
    primary key (tenant_id, show_id, episode_id, opens_at)
);
create index finder_episode_heard_idx on app.finder_episode (tenant_id, show_id, heard_at, episode_id)
    include (opens_at, closes_at);
create index airing_finder_idx on app.airing (tenant_id, show_id, starts_at, airing_id) include (ends_at, channel_id)
    where not is_cancelled;

-- The inverted index: under which words a show, its serials and its episodes are found. Words are folded by the program, and
-- compared byte by byte, so that a prefix is a range.
create table app.finder_word (
    tenant_id integer not null default app.tenant_id(),
    word      text collate "C" not null,
    -- 0 title, 1 people, 2 description.
    field     smallint not null check (field between 0 and 2),
    show_id   bigint not null,
    -- Keys times four, and 0 for the show, 1 for a serial, 2 for an episode: in this order, of each kind the newest first.
    items     bigint[] not null,
    -- The field before the word: what is asked for is looked for in titles first.
    primary key (tenant_id, field, word, show_id)
);
create index finder_word_show_idx on app.finder_word (tenant_id, show_id, word);

-- The words of what belongs to no show: 0 people, 1 channels, 2 topics; each as of a revision of it.
create table app.finder_name (
    tenant_id integer not null default app.tenant_id(),
    word      text collate "C" not null,
    field     smallint not null check (field between 0 and 2),
    kind      smallint not null check (kind between 0 and 2),
    item_id   bigint not null,
    revision  integer not null,
    primary key (tenant_id, field, word, kind, item_id)
);
create index finder_name_item_idx on app.finder_name (tenant_id, kind, item_id, revision);

-- What is left of a word when letters are taken out: two words of which the same is left are like each other.
create table app.finder_gap (
    tenant_id integer not null default app.tenant_id(),
    gap       text collate "C" not null,
    word      text collate "C" not null,
    primary key (tenant_id, gap, word)
);

-- The tenant's listed shows in the order of its language (an ICU collation of pg_collation, `und` where there is none),
-- with the place that each has now. Digits and signs come first, as the rail has them.
create function app.finder_order(p_locale text) returns table (show_id bigint, rank bigint)
language plpgsql stable
as $$
declare
    v_collation text;
begin
    select c.collname into v_collation
      from pg_catalog.pg_collation c,
           unnest(array[p_locale, regexp_replace(p_locale, '-[^-]*$', ''), split_part(p_locale, '-', 1), 'und'])
             with ordinality as tried (tag, place)
     where c.collprovider = 'i'
       and c.collname = tried.tag || '-x-icu'
     order by tried.place
     limit 1;
    return query execute format(
        'select f.show_id, f.rank
           from app.finder_show f
          where f.tenant_id = app.tenant_id()
            and f.is_listed
          order by f.rail <> ''#'', f.rail collate pg_catalog.%1$I, f.sort_key collate pg_catalog.%1$I, f.show_id',
        v_collation);
end
$$;
