-- compatible since: 0066
-- What the last look at the books has found, so that the list of money shows it without looking through all orders. Written by
-- a job, and made anew by each of its runs.
create table book_findings (
  rule text not null,
  subject text not null,
  detail text not null,
  -- Since when it is as the detail says.
  found_at timestamptz not null,
  primary key (rule, subject)
);
