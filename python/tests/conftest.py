"""What several tests need: the program of the wheel, the conformance rows, and the shared data beside the project."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

sys.path.insert(0, str(ROOT / "tests" / "conformance"))


@pytest.fixture(scope="session")
def program() -> str:
    """The console script of this environment."""
    return str(Path(sys.executable).parent / "jmend")


def shared(name: str) -> Path:
    """A file of the shared data; the test is skipped where it is not there."""
    path = SHARED / name
    if not path.exists():
        pytest.skip("needs ../shared")
    return path
