from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common import catalogue, schema
from tournament.core.pages import dev, look, problems

pages = [
    path("language/", require_POST(look.language), name="set_language"),
    path("theme/", require_POST(look.theme), name="set_theme"),
    path("density/", require_POST(look.density), name="set_density"),
    path("problems/", require_safe(problems.all_of_them), name="problems"),
    path("problems/<str:code>/", require_safe(problems.one), name="problem"),
    path("dev/ui", require_safe(dev.ui), name="dev_ui"),
]
endpoints = [
    path("schema/", schema.schema, name="api_schema"),
    path("docs/", schema.documentation, name="api_docs"),
    path("problems/", catalogue.Problems.as_view(), name="api_problems"),
]
