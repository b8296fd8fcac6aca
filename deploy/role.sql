-- A role and a database for a shop on a PostgreSQL of your own, 15 or newer, with ICU. As a superuser, or as a role with
-- createrole and createdb, such as a provider's administrator:
--   psql -v password="'a long password'" -f deploy/role.sql postgres
-- Another shop on the same server: psql -v name=kue -v password=…
-- The role owns its database and nothing else. It creates and changes the tables itself when a release is started.
\set ON_ERROR_STOP on
\if :{?name}
\else
\set name toko
\endif
create role :"name" login password :password nocreatedb nocreaterole connection limit 40;
grant :"name" to current_user;
-- UTF8 and C: searches and sorting bring their own rules, so that they are the same on every server.
create database :"name" owner :"name" template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C';
\connect :"name"
set role :"name";
revoke all on database :"name" from public;
revoke all on schema public from public;
grant all on schema public to :"name";
-- Searches are fast with it.
create extension if not exists pg_trgm;
reset role;
revoke :"name" from current_user;
