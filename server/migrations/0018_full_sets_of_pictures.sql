-- Which pictures have their full set of files: more widths than the basic files, and AVIF beside WebP.
alter table images
  -- Null until the job has tried. 'impossible': it takes too much CPU time or memory, so the basic files stay in use.
  add column full_set text check (full_set in ('made', 'impossible'));
create index images_without_full_set on images (hash) where full_set is null;
