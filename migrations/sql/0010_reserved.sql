-- Why: this number belongs to a change of another branch; the file of that branch takes this one's place.
select 1;
