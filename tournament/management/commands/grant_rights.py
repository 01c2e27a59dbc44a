"""`manage.py grant_rights ROLE`: grants a role that owns nothing the rights on the database that the program needs in its daily
work, and no more.

Run by the role that owns the tables, after every `migrate`. The log can then only be added to, and of its texts only the columns
that erasing empties can be changed. The triggers refuse the same, but the owner of a table could drop them.
"""

from argparse import ArgumentParser
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from tournament.models import LogEntry, LogText

READ, ALL = "SELECT", "SELECT, INSERT, UPDATE, DELETE"
NARROWER = {
    LogEntry._meta.db_table: "SELECT, INSERT",
    LogText._meta.db_table: "SELECT, INSERT, UPDATE (text, salt, erased_at)",
    "django_migrations": READ,
}


class Command(BaseCommand):
    help = "Gives a role of PostgreSQL the rights that the program needs in its daily work; the log it may only add to."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no roles: whoever opens the file owns it.")
        quote, role = connection.ops.quote_name, connection.ops.quote_name(options["role"])
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"GRANT USAGE ON SCHEMA public TO {role}")
            cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}")
            cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}")
            for table in _tables():
                cursor.execute(f"GRANT {NARROWER.get(table, ALL)} ON {quote(table)} TO {role}")
        self.stdout.write(f"{options['role']} may use what it needs, and only add to the log.")


def _tables() -> list[str]:
    models = apps.get_models(include_auto_created=True)
    return sorted({model._meta.db_table for model in models if model._meta.managed} | {"django_migrations"})
