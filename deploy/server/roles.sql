-- Creates the database and its two roles; run once by a superuser:
--   OWNER_PASSWORD_FILE=… APP_PASSWORD_FILE=… psql -d postgres -f deploy/server/roles.sql
-- augengenau_owner migrates, backs up and restores; augengenau_app is what the program works as (manage.py grant_rights
-- says what it may). The passwords are read from files, so that no command line shows them.
\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database augengenau
\endif
\set owner_password `cat "$OWNER_PASSWORD_FILE"`
\set app_password `cat "$APP_PASSWORD_FILE"`
CREATE ROLE augengenau_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE augengenau_app LOGIN PASSWORD :'app_password';
CREATE DATABASE :"database" OWNER augengenau_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO augengenau_app;
-- A restore drill makes a database of its own and drops it.
ALTER ROLE augengenau_owner CREATEDB;
