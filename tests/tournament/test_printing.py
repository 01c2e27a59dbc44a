"""Paper: nothing is fetched that is not ours, and the same input gives the same bytes."""

import time

import pytest

from tournament import files
from tournament.actions.papers import order_name_list
from tournament.documents import printing
from tournament.models import Job


@pytest.fixture
def fetch():
    pytest.importorskip("weasyprint")
    return printing._fetcher().fetch


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:1/",
        "https://example.org/",
        "augengenau:../../deploy/settings.py",
        "augengenau:/etc/passwd",
        "augengenau:",
        "ftp://x/",
    ],
)
def test_a_document_gets_nothing_from_outside(fetch, url):
    with pytest.raises(ValueError, match="outside"):
        fetch(url)


def test_the_list_of_names_is_a_pdf_with_the_names(tournament, entries, as_yara):
    pdfium = pytest.importorskip("pypdfium2")
    from tournament import jobs

    order_name_list(tournament, by=as_yara, language="de")
    jobs.run(jobs.claim())
    job = Job.objects.get()
    assert job.state == "done", job.error
    content = files.read(job.result["file"])
    text = "".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content))
    assert all(name in text for name in ("Yara Yilmaz", "Wanda Weiss", "Herbstturnier", "SC Augenzahl"))


def test_the_same_input_gives_the_same_bytes(tournament, entries):
    from tournament.documents.name_list import name_list
    from tournament.jobs import Task, claim, enqueue

    made = []
    for key in "ab":
        from tournament.actors import SYSTEM

        enqueue("papers.name_list", key=key, by=SYSTEM, args={"tournament": tournament.public_id, "language": "en"})
        task = claim()
        assert isinstance(task, Task)
        made.append(name_list(task)["file"])
        task.finish({})
        time.sleep(1.1)  # fonts keep a time, in seconds
    assert made[0] == made[1]


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_a_kept_file_is_named_by_its_hash_only(name):
    with pytest.raises(ValueError, match="kept file"):
        files.read(name)


def test_without_the_libraries_the_reason_is_one_sentence(tournament, as_yara, monkeypatch):
    import builtins

    from tournament import jobs

    real = builtins.__import__

    def missing(name, *args, **kwargs):
        if name == "weasyprint":
            raise OSError("cannot load library 'libgobject-2.0-0'")
        return real(name, *args, **kwargs)

    printing._weasyprint.cache_clear()
    monkeypatch.setattr(builtins, "__import__", missing)
    order_name_list(tournament, by=as_yara, language="de")
    jobs.run(jobs.claim())
    printing._weasyprint.cache_clear()
    job = Job.objects.get()
    assert job.state == "failed" and "apt install" in job.error
