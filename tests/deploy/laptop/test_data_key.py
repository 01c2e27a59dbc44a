"""The key of a laptop is made once; an emptied or damaged one signs nothing."""

from pathlib import Path

import pytest

from deploy.laptop.data_key import secret_key


def test_it_is_made_once(tmp_path: Path):
    made = secret_key(tmp_path)
    assert len(made) == 67 and secret_key(tmp_path) == made


@pytest.mark.parametrize("left", [b"", b"\0", b"\0" * 67, b"\xff" * 67, b"abc\n"])
def test_a_damaged_one_is_refused_with_one_sentence(tmp_path: Path, left: bytes):
    """After a power cut a file may be empty or nothing but zeros: with those anybody could sign links."""
    path = tmp_path / "secret-key"
    path.write_bytes(left)
    with pytest.raises(SystemExit, match="is damaged") as stopped:
        secret_key(tmp_path)
    assert "\n" not in str(stopped.value) and path.read_bytes() == left
