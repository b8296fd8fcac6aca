-- compatible since: 0075
-- A transfer by hand needs no note: who recorded it, when and how much is known.
alter table refunds drop constraint refunds_check2,
  add constraint refunds_check2 check (way is distinct from 'hand' or done_by is not null);
