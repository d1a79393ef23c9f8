import pytest

from tests.pipeline.project import Project


@pytest.fixture(scope="session")
def reproduced(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The small project after its first `dvc repro`, committed. Not to be changed: `changed` gives a copy."""
    project = Project.make(tmp_path_factory.mktemp("pipeline") / "project")
    project.first_run = project.repro()  # type: ignore[attr-defined]
    project.commit("results")
    return project


@pytest.fixture
def changeable(reproduced: Project, tmp_path) -> Project:
    """A private copy of the reproduced project."""
    return reproduced.copy(tmp_path / "project")
