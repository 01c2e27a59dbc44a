"""Each ruling gets the recorded throw of its claim. Of several in force about one throw only the one signed last does.

Earlier versions let two referees rule on one throw. What both signed was carried out and announced, so no migration takes one back:
the ruling's page names the other one, `verify_tournament` reports them, and a referee revokes one.
"""

from django.db import migrations


def held(apps, _editor):
    rulings = apps.get_model("referee", "Ruling").objects.exclude(claim__game=None).exclude(claim__throw=None)
    taken = set()
    for ruling in rulings.select_related("claim").order_by("-signed_at", "-pk"):
        about = (ruling.claim.game_id, ruling.claim.throw)
        is_in_force = ruling.superseded_at is None and ruling.revoked_at is None
        if is_in_force and about in taken:
            continue
        if is_in_force:
            taken.add(about)
        ruling.game_id, ruling.throw = about
        ruling.save(update_fields=["game", "throw"])


class Migration(migrations.Migration):
    dependencies = [("referee", "0009_throw_and_facts_of_rulings")]

    operations = [migrations.RunPython(held, migrations.RunPython.noop)]
