from django.db import migrations
from django.db.models import F
from django.db.models.functions import JSONObject


def together(apps, _editor):
    apps.get_model("referee", "Offence").objects.update(titles=JSONObject(de=F("title_de"), en=F("title_en")))


def apart(apps, _editor):
    for offence in apps.get_model("referee", "Offence").objects.all():
        offence.title_de, offence.title_en = (offence.titles.get(code, "") for code in ("de", "en"))
        offence.save(update_fields=["title_de", "title_en"])


class Migration(migrations.Migration):
    dependencies = [("referee", "0004_titles")]

    operations = [migrations.RunPython(together, apart)]
