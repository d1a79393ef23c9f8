import numpy as np

from benchmarks.growth import agreement, measure_growth
from benchmarks.synthetic import NEAR, VIDEO, questions_near, write_vectors


def test_vectors_lie_as_they_should(tmp_path):
    write_vectors(tmp_path / "v.npy", 1500, seed=1)
    vectors = np.load(tmp_path / "v.npy", mmap_mode="r")
    assert vectors.shape == (1500, 384) and vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    cosines = np.asarray(vectors) @ np.asarray(vectors).T
    within = cosines[:500, :500][np.triu_indices(500, 1)].mean()
    across = cosines[:500, 500:1000].mean()
    assert abs(within - VIDEO**2) < 0.02 and abs(across) < 0.05
    questions = questions_near(vectors, 20, seed=1)
    assert abs((np.asarray(vectors) @ questions.T).max(axis=0).mean() - NEAR) < 0.1


def test_the_same_seed_writes_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_vectors(tmp_path / f"{name}.npy", 700, seed=3)
    assert (tmp_path / "a.npy").read_bytes() == (tmp_path / "b.npy").read_bytes()


def test_both_engines_are_measured_each_in_a_process_of_its_own():
    exact, chroma = measure_growth([300])
    assert (exact["engine"], chroma["engine"]) == ("exact", "chroma")
    assert chroma["agreement"] >= 0.99
    assert exact["peak_mib"] < chroma["peak_mib"]  # which loads more
    assert "found" not in exact and "found" not in chroma


def test_agreement_is_the_share_found():
    assert agreement([[1, 2], [3, 4]], [[2, 1], [5, 6]]) == 0.5
