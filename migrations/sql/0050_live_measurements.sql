-- Why: after a concert its makers see how late the devices showed each step, how many devices followed and what they read (spec T19).
-- Devices report anonymously, so that the rows are sums and name nobody.

-- One row for each count; several servers add up. No foreign key leads to app.concert, since Citus distributes the table after this migration
-- (deploy/citus/distribute-0050.sql); the service deletes the rows of deleted concerts when it next writes.
create table app.live_measurement (
    tenant_id  integer not null default app.tenant_id(),
    concert_id bigint not null,
    -- delay: reported steps by transport (label) and upper bound in milliseconds (number). listeners: devices that followed at a
    -- server (label) in a minute since 1970 (number). track: reports from devices that showed a track (label).
    kind       text not null check (kind in ('delay', 'listeners', 'track')),
    label      text not null check (length(label) between 1 and 200),
    number     bigint not null,
    count      bigint not null check (count >= 0),
    primary key (tenant_id, concert_id, kind, label, number)
);

select control.raise_wall('app.live_measurement', '{count}');
