-- Why: what of a listener's library may belong to the podcasts (spec library L14) was found by looking at every track of it. Long
-- recordings and episodes are few, so that an index of those alone is small. Its condition is that of the statement, letter for
-- letter (MusicLibrary's ShelfStore); tests hold both to the classifier's own words.
create index library_track_suggested_idx on app.library_track (tenant_id, user_id, title_key, track_id)
 where shelf = 'library'
   and (duration_ms >= 1200000 or 'It is an episode, which stays with its show.' = any (why));

-- What is taught of albums and labels (spec L8): that one is another, or how it is written. Beside the names of artists, under the
-- same rules: the subject's key has the artist of an album as well, since two artists may have albums of one title.
alter table app.library_teaching drop constraint library_teaching_kind_check;
alter table app.library_teaching
  add constraint library_teaching_kind_check check (kind in ('alias', 'split', 'rename', 'album', 'label'));

-- An app password is sealed anew once the secret key was turned (decision 0038).
grant update (secret) on app.app_password to app_rt;
