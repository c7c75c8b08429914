-- Why: what ties the tables of 0055 to the others and closes them, as 0016 does for those of 0015.

alter table app.shared_member
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.shared_member
    add foreign key (tenant_id, session_id) references app.shared_session (tenant_id, session_id) on delete cascade;
alter table app.shared_invitation
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;

select control.raise_wall('app.shared_session', '{rule, session, queue, turn, ready_since, revision}');
select control.raise_wall(
    'app.shared_member',
    '{session_id, name, joined_at, seen_at, is_listening, ready_attempt, failed_attempt, failure, has_voted, difference_us, bound_us}');
select control.raise_wall('app.shared_invitation', '{revoked_at}');
