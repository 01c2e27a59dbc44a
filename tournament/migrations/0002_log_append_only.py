"""The database itself refuses to change or delete a row of the log; of a text, only erasing is let through."""

from django.db import migrations

SQLITE = [
    """CREATE TRIGGER log_entry_no_update BEFORE UPDATE ON tournament_logentry
       BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    """CREATE TRIGGER log_entry_no_delete BEFORE DELETE ON tournament_logentry
       BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    """CREATE TRIGGER log_text_only_erase BEFORE UPDATE ON tournament_logtext
       WHEN NEW.erased_at IS NULL OR NEW.text <> '' OR NEW.salt <> '' OR NEW.id <> OLD.id
         OR NEW.entry_id <> OLD.entry_id OR NEW.key <> OLD.key
       BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    """CREATE TRIGGER log_text_no_delete BEFORE DELETE ON tournament_logtext
       BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
]
NAMES = ["log_entry_no_update", "log_entry_no_delete", "log_text_only_erase", "log_text_no_delete"]

POSTGRES = """
CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$;
CREATE TRIGGER log_entry_kept BEFORE UPDATE OR DELETE ON tournament_logentry
  FOR EACH ROW EXECUTE FUNCTION log_is_append_only();
CREATE TRIGGER log_entry_not_emptied BEFORE TRUNCATE ON tournament_logentry
  FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
CREATE TRIGGER log_text_only_erase BEFORE UPDATE ON tournament_logtext
  FOR EACH ROW WHEN (NEW.erased_at IS NULL OR NEW.text <> '' OR NEW.salt <> '' OR NEW.id <> OLD.id
    OR NEW.entry_id <> OLD.entry_id OR NEW.key <> OLD.key)
  EXECUTE FUNCTION log_is_append_only();
CREATE TRIGGER log_text_kept BEFORE DELETE ON tournament_logtext
  FOR EACH ROW EXECUTE FUNCTION log_is_append_only();
CREATE TRIGGER log_text_not_emptied BEFORE TRUNCATE ON tournament_logtext
  FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only();
"""
POSTGRES_BACK = """
DROP TRIGGER log_entry_kept ON tournament_logentry;
DROP TRIGGER log_entry_not_emptied ON tournament_logentry;
DROP TRIGGER log_text_only_erase ON tournament_logtext;
DROP TRIGGER log_text_kept ON tournament_logtext;
DROP TRIGGER log_text_not_emptied ON tournament_logtext;
DROP FUNCTION log_is_append_only();
"""


def fence(apps, schema_editor):
    for statement in [POSTGRES] if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


def unfence(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES_BACK)
    else:
        for name in NAMES:
            schema_editor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(fence, unfence)]
