"""Somebody whose entry had been undone before they were erased: their words go from the steps back, too."""

import json
import zlib

from django.db import migrations

WORDS = ("note", "family", "from_club")


def empty(apps, _schema_editor):
    people = apps.get_model("tournament", "Person").objects.filter(given_name="Person")
    erased = {pk for pk, name in people.values_list("pk", "family_name") if name == str(pk)}
    if erased:
        for snapshot in apps.get_model("tournament", "Snapshot").objects.iterator(chunk_size=20):
            empty_step(snapshot, erased)


def empty_step(snapshot, erased):
    then = json.loads(zlib.decompress(snapshot.rows))
    theirs = [row for row in then["Entry"].values() if row["person_id"] in erased and any(row.get(name) for name in WORDS)]
    for row in theirs:
        row.update({name: "" for name in WORDS if name in row})
    if theirs:
        packed = json.dumps(then, ensure_ascii=False, separators=(",", ":")).encode()
        snapshot.rows = zlib.compress(packed, 3)
        snapshot.save(update_fields=["rows"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_forget_requests")]
    operations = [migrations.RunPython(empty, migrations.RunPython.noop)]
