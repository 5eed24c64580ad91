import pytest

from release_check.docs import Places, page_of


@pytest.fixture
def contradicted(make_provider):
    def find(page, attributes):
        entity = make_provider({"resource/example_widget": attributes}).resources["example_widget"]
        rows = f"## Argument Reference\n\n{page}".split("\n")
        return [one.path for one in Places(page_of("x.md", rows), entity).contradictions()]

    return find


DISK = ("list block optional", {"size": "int required"})


@pytest.mark.parametrize(
    ("page", "attributes", "paths"),
    [
        ("* `size` - (Required) x", {"size": "int optional"}, ["size"]),
        ("* `size` - (Optional) x", {"size": "int required"}, ["size"]),
        ("* `size` - (Optional) x", {"size": "int optional"}, []),
        ("* `size` - x", {"size": "int required"}, []),
        ("* `size` - (Optional) x", {"size": "int computed"}, []),
        ("* `size` - (Optional) x", {"size": "int required unknown=required"}, []),
        ("* `size` - (Optional) x", {"disk": DISK}, ["disk.size"]),
        ("* `size` - (Optional) x", {"disk": DISK, "size": "int optional"}, []),
        ("* `size` - (Optional) x\n* `size` - (Required) x", {"disk": DISK}, []),
        (
            "The `disk` block supports:\n\n* `size` - (Optional) x",
            {"disk": DISK, "size": "int optional"},
            ["disk.size"],
        ),
        (
            "The `disk` block supports:\n\n* `size` - (Optional) x",
            {"size": "int required", "x": "int optional"},
            [],
        ),
        (
            "The `disk` block supports:\n\n* `size` - (Optional) x",
            {
                "one": ("list block", {"disk": DISK}),
                "two": ("list block", {"disk": ("list", {"size": "int optional"})}),
            },
            [],
        ),
    ],
)
def test_only_what_is_certain_contradicts(contradicted, page, attributes, paths):
    assert contradicted(page, attributes) == paths
