"""The camera at the door: where the browser reads codes itself, a private link or a start number finds the row; elsewhere
there is no button. No browser here reads codes, so that the reading alone is played."""

from tests.browser.conftest import Site

# A camera that shows nothing, and a reader that sees one code in it.
READER = """
  navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  HTMLMediaElement.prototype.play = async () => {};
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect() { return [{ rawValue: %r }]; }
  };
"""


def at_the_door(site: Site, visitor, script: str):
    page = visitor(site, session=site.facts["session"])
    page.add_init_script(script)
    page.goto(f"/desk/t/{site.facts['tournament']}/check-in/")
    return page


def test_a_private_link_finds_its_row(site: Site, visitor):
    page = at_the_door(site, visitor, READER % f"http://hall.example{site.facts['own']}")
    page.click("button[data-scan]")
    page.wait_for_url("**q=*")
    assert page.locator(".doorlist li").count() == 1
    assert "Nele Nord" in page.locator(".doorlist li").inner_text()


def test_a_start_number_finds_its_row(site: Site, visitor):
    page = at_the_door(site, visitor, READER % "2")
    page.click("button[data-scan]")
    page.wait_for_url("**q=2*")
    assert "Gero Graf" in page.locator(".doorlist li").first.inner_text()


def test_without_a_reader_the_number_is_typed(site: Site, visitor):
    page = at_the_door(site, visitor, "delete window.BarcodeDetector")
    page.wait_for_load_state("networkidle")
    assert not page.locator("button[data-scan]").is_visible()
    assert page.locator("#q").is_visible()
