from pathlib import Path

import pytest

from stages.core.errors import UserError
from stages.models.weights import find_weights, weights_digest


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two importable packages that hold one model in parts, and a cache of their own."""
    for name, files in {
        "vidwise_part_one": {"model.bin.part1": b"left", "config.json": b"{}"},
        "vidwise_part_two": {"model.bin.part2": b"right"},
    }.items():
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
        for file, content in files.items():
            (tmp_path / name / "data" / file).write_bytes(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    return tmp_path


JOINED = "package:vidwise_part_one/data+vidwise_part_two/data"


def test_parts_are_joined_once(packages: Path) -> None:
    folder = Path(find_weights(JOINED))
    assert folder.is_relative_to(packages / "cache" / "weights")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "model.bin": b"leftright",
        "config.json": b"{}",
    }
    before = (folder / "model.bin").stat().st_mtime_ns
    assert find_weights(JOINED) == str(folder)
    assert (folder / "model.bin").stat().st_mtime_ns == before
    assert len(list((packages / "cache" / "weights").iterdir())) == 1


def test_the_order_of_the_packages_does_not_matter(packages: Path) -> None:
    assert find_weights("package:vidwise_part_two/data+vidwise_part_one/data") == find_weights(JOINED)


def test_new_content_is_a_new_folder(packages: Path) -> None:
    first = find_weights(JOINED)
    (packages / "vidwise_part_two" / "data" / "model.bin.part2").write_bytes(b"other")
    second = find_weights(JOINED)
    assert first != second
    assert weights_digest(Path(first)) != weights_digest(Path(second))


def test_without_a_cache_they_are_joined_in_a_temporary_folder(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIDWISE_CACHE", "off")
    folder = Path(find_weights(JOINED))
    assert (folder / "model.bin").read_bytes() == b"leftright"
    assert not (packages / "cache").exists()


def test_a_missing_part_is_named(packages: Path) -> None:
    with pytest.raises(UserError, match=r"model\.bin\.part1 is missing"):
        find_weights("package:vidwise_part_two/data")


def test_a_part_that_is_there_twice_is_named(packages: Path) -> None:
    with pytest.raises(UserError, match=r"model\.bin\.part1 is there twice"):
        find_weights("package:vidwise_part_one/data+vidwise_part_one/data")


def test_two_packages_that_are_not_one_model(packages: Path) -> None:
    (packages / "vidwise_part_two" / "data" / "config.json").write_bytes(b"[]")
    with pytest.raises(UserError, match=r"config\.json is there twice"):
        find_weights(JOINED)
    assert not list((packages / "cache" / "weights").iterdir())


def test_a_folder_without_parts_is_used_where_it_is(packages: Path) -> None:
    folder = packages / "vidwise_part_one"
    (folder / "data" / "model.bin.part1").unlink()
    assert find_weights("package:vidwise_part_one/data") == str(folder / "data")
    assert find_weights(str(folder / "data")) == str(folder / "data")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("package:vidwise_no_such/data", "package vidwise_no_such is not installed"),
        ("package:vidwise_part_one/nothing", "no folder nothing in package vidwise_part_one"),
        ("package:vidwise_part_one/../..", "no folder"),
        ("./no/such/folder", "no such folder"),
    ],
)
def test_what_is_not_there_is_named(packages: Path, name: str, says: str) -> None:
    with pytest.raises(UserError, match=says):
        find_weights(name)


def test_a_hub_name_stays_as_it_is() -> None:
    assert find_weights("Systran/faster-whisper-tiny.en") == "Systran/faster-whisper-tiny.en"
