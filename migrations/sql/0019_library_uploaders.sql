-- Why: a listener's likes of one uploader are read from their top (spec library L19) among tens of thousands of others, and a user
-- who is renamed upstream is renamed in the likes of all who like something of theirs. Both found their rows by reading every like.
create index cloud_like_uploader_idx on app.cloud_like (tenant_id, cloud_user_id, user_id, rank desc, like_id desc);
