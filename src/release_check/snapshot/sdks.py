"""What we know of Terraform's SDKs, as data: packages, constants, zero values, interfaces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from release_check.golang.interpreter import Evaluator, Options
from release_check.golang.types import EMPTY_INTERFACE, Basic, ExternalType, MapType, SliceType, Type
from release_check.golang.values import Native, Place, Struct, Unknown, Value, with_type
from release_check.model import Era
from release_check.snapshot import framework_methods

SCHEMA_PACKAGES = (
    "github.com/hashicorp/terraform/helper/schema",
    "github.com/hashicorp/terraform-plugin-sdk/helper/schema",
    "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema",
)
MODULES = {
    Era.SDK_V1: "github.com/hashicorp/terraform-plugin-sdk",
    Era.SDK_V2: "github.com/hashicorp/terraform-plugin-sdk/v2",
    Era.FRAMEWORK: framework_methods.MODULE,
}
"""The module of each era, whose version an entity bears."""
FRAMEWORK = framework_methods.MODULE

_OUTSIDE = re.compile(
    r"^github\.com/hashicorp/(?:terraform-plugin-sdk|terraform-plugin-framework|"
    r"terraform-plugin-framework-(?!timeouts)\w+|terraform-plugin-go|terraform-plugin-mux|terraform-plugin-log|"
    r"terraform-plugin-testing|terraform-json|hcl|go-multierror|go-hclog)(?:/|$)|"
    r"^github\.com/hashicorp/terraform(?:/|$)|^github\.com/zclconf/go-cty(?:/|$)"
)

VALUE_TYPES = ("", "bool", "int", "float", "string", "list", "map", "set", "object")
"""`schema.ValueType` by number."""
_TYPE_NAMES = ("Invalid", "Bool", "Int", "Float", "String", "List", "Map", "Set", "Object")
_CONFIG_MODES = ("SchemaConfigModeAuto", "SchemaConfigModeAttr", "SchemaConfigModeBlock")

_ZEROS: dict[str, Value] = {
    **dict.fromkeys(
        [
            "Required",
            "Optional",
            "Computed",
            "ForceNew",
            "Sensitive",
            "WriteOnly",
            "PromoteSingle",
            "DiffSuppressOnRefresh",
            "SkipCoreTypeCheck",
            "UseJSONNumber",
            "RequiredForImport",
            "OptionalForImport",
        ],
        False,
    ),
    **dict.fromkeys(["Type", "ConfigMode", "MaxItems", "MinItems", "SchemaVersion", "Version"], 0),
    **dict.fromkeys(
        [
            "Description",
            "Deprecated",
            "Removed",
            "DeprecationMessage",
            "InputDefault",
            "TerraformVersion",
            "MarkdownDescription",
        ],
        "",
    ),
}
_CRUD = """Create Read Update Delete Exists CreateContext ReadContext UpdateContext DeleteContext
    CreateWithoutTimeout ReadWithoutTimeout UpdateWithoutTimeout DeleteWithoutTimeout"""
_NIL_FIELDS: dict[str, frozenset[str]] = {
    "Schema": frozenset(
        [
            "Default",
            "DefaultFunc",
            "DiffSuppressFunc",
            "StateFunc",
            "Elem",
            "Set",
            "ComputedWhen",
            "ConflictsWith",
            "ExactlyOneOf",
            "AtLeastOneOf",
            "RequiredWith",
            "ValidateFunc",
            "ValidateDiagFunc",
        ]
    ),
    "Resource": frozenset(
        f"""{_CRUD} Schema SchemaFunc MigrateState StateUpgraders CustomizeDiff Importer Timeouts Identity
        ValidateRawResourceConfigFuncs ResourceBehavior""".split()
    ),
    "Provider": frozenset(
        [
            "Schema",
            "ResourcesMap",
            "DataSourcesMap",
            "ProviderMetaSchema",
            "ConfigureFunc",
            "ConfigureContextFunc",
            "ConfigureProvider",
        ]
    ),
    "ResourceTimeout": frozenset(["Create", "Read", "Update", "Delete", "Default"]),
    "ResourceImporter": frozenset(["State", "StateContext"]),
    "StateUpgrader": frozenset({"Upgrade"}),
    "ResourceIdentity": frozenset(["SchemaFunc", "IdentityUpgraders"]),
}
"""Fields of the SDK's structs that are nil where they were not set; what is in neither table is a method."""

LAZY_FIELDS = frozenset(
    f"""{_CRUD} Description MarkdownDescription DefaultFunc DiffSuppressFunc StateFunc ValidateFunc ValidateDiagFunc Set
    CustomizeDiff MigrateState ConfigureFunc ConfigureContextFunc ConfigureProvider Upgrade StateUpgrader Validators
    CustomType Summary""".split()
)
LAZY_MEMBERS = frozenset({("StateUpgrader", "Type"), ("StateUpgrader", "Upgrade")})

_FRAMEWORK_INTERFACES: dict[str, dict[str, tuple[str, ...]]] = {
    "resource": {
        "Resource": ("Metadata", "Schema", "Create", "Read", "Update", "Delete"),
        "ResourceWithConfigure": ("Metadata", "Schema", "Configure"),
        "ResourceWithConfigValidators": ("Metadata", "Schema", "ConfigValidators"),
        "ResourceWithImportState": ("Metadata", "Schema", "ImportState"),
        "ResourceWithModifyPlan": ("Metadata", "Schema", "ModifyPlan"),
        "ResourceWithMoveState": ("Metadata", "Schema", "MoveState"),
        "ResourceWithUpgradeState": ("Metadata", "Schema", "UpgradeState"),
        "ResourceWithValidateConfig": ("Metadata", "Schema", "ValidateConfig"),
        "ResourceWithIdentity": ("Metadata", "Schema", "IdentitySchema"),
    },
    "datasource": {
        "DataSource": ("Metadata", "Schema", "Read"),
        "DataSourceWithConfigure": ("Metadata", "Schema", "Configure"),
        "DataSourceWithConfigValidators": ("Metadata", "Schema", "ConfigValidators"),
        "DataSourceWithValidateConfig": ("Metadata", "Schema", "ValidateConfig"),
    },
    "ephemeral": {
        "EphemeralResource": ("Metadata", "Schema", "Open"),
        "EphemeralResourceWithConfigure": ("Metadata", "Schema", "Configure"),
    },
    "provider": {
        "Provider": ("Metadata", "Schema", "Configure", "DataSources", "Resources"),
        "ProviderWithFunctions": ("Metadata", "Schema", "Functions"),
        "ProviderWithEphemeralResources": ("Metadata", "Schema", "EphemeralResources"),
        "ProviderWithListResources": ("Metadata", "Schema", "ListResources"),
        "ProviderWithActions": ("Metadata", "Schema", "Actions"),
    },
    "function": {"Function": ("Metadata", "Definition", "Run")},
    "action": {"Action": ("Metadata", "Schema", "Invoke")},
    "list": {"ListResource": ("Metadata", "ListResourceConfigSchema", "List")},
}
_KINDS = "Bool Dynamic Float32 Float64 Int32 Int64 List Map Number Object Set String".split()  # noqa: SIM905
_OF_EACH_KIND = {
    "schema/validator": ("Description", "MarkdownDescription", "Validate"),
    "resource/schema/planmodifier": ("Description", "MarkdownDescription", "PlanModify"),
    "resource/schema/defaults": ("Description", "MarkdownDescription", "Default"),
}
"""Interfaces of which there is one for each kind of value, after which the last of the methods is called."""
_FRAMEWORK_METHODS = {
    **{
        (f"{FRAMEWORK}/{package}", kind): (*methods, f"{last}{kind}")
        for package, (*methods, last) in _OF_EACH_KIND.items()
        for kind in _KINDS
    },
    **{
        # an interface with one thing more has the methods of the plain one too
        (f"{FRAMEWORK}/{package}", name): tuple(dict.fromkeys((*next(iter(interfaces.values())), *methods)))
        for package, interfaces in _FRAMEWORK_INTERFACES.items()
        for name, methods in interfaces.items()
    },
}


def outside(path: str) -> bool:
    """Whether a package is known by model rather than by its source, even where it is vendored."""
    return _OUTSIDE.match(path) is not None


def separator(address: str) -> str:
    """What stands between an address and the name of something directly below it."""
    return "." if address.count("/") >= (1 if address.startswith("provider") else 2) else "/"


def zero_field(path: str, type_name: str, field: str) -> Value:
    """What an SDK struct's field holds when it was not set."""
    if field in _ZEROS and (path in SCHEMA_PACKAGES or path.startswith(FRAMEWORK)):
        return _ZEROS[field]
    if path in SCHEMA_PACKAGES and field in _NIL_FIELDS.get(type_name, ()):
        return None
    if path.startswith(FRAMEWORK):
        if field in ("Attributes", "Blocks", "Default", "PlanModifiers", "Validators"):
            return None
        held = _held(path, type_name, field)
        if held is not None:
            return Struct(held, {})
    return Unknown(f"{type_name}.{field}")


def _held(path: str, type_name: str, field: str) -> ExternalType | None:
    """The type of a field that is a struct, not a pointer to one: code may fill it in piece by piece."""
    if field == "Schema" and type_name.endswith("SchemaResponse"):
        return ExternalType(f"{path}/schema", "Schema")
    if field == "Definition" and type_name == "DefinitionResponse":
        return ExternalType(path, "Definition")
    kind = (fields(path, type_name) or {}).get(field)
    return kind if field == "NestedObject" and isinstance(kind, ExternalType) else None


def fields(path: str, name: str) -> Mapping[str, Type] | None:
    """The fields of the framework's schema structs, for code that makes one schema out of another by reflection."""
    package = path.removeprefix(FRAMEWORK + "/")
    if not path.startswith(FRAMEWORK) or package.rpartition("/")[2] != "schema":
        return None
    found: dict[str, Type] = {}
    nested = "NestedBlockObject" if name.endswith("NestedBlock") else "NestedAttributeObject"
    if name.endswith(("Attribute", "Block", "Schema")):
        found |= dict.fromkeys(("Description", "MarkdownDescription", "DeprecationMessage"), Basic("string"))
    if name.endswith("Attribute"):
        found |= dict.fromkeys(("Required", "Optional", "Computed", "Sensitive"), Basic("bool"))
        if package.startswith("resource/"):
            found |= {"WriteOnly": Basic("bool"), "Default": EMPTY_INTERFACE}
    if name.endswith(("Attribute", "Block", "Object")):
        found |= {"Validators": SliceType(EMPTY_INTERFACE), "CustomType": EMPTY_INTERFACE}
        if package.startswith("resource/"):
            found["PlanModifiers"] = SliceType(EMPTY_INTERFACE)
    if name in ("ListAttribute", "SetAttribute", "MapAttribute"):
        found["ElementType"] = EMPTY_INTERFACE
    if name in ("ListNestedAttribute", "SetNestedAttribute", "MapNestedAttribute", "ListNestedBlock", "SetNestedBlock"):
        found["NestedObject"] = ExternalType(path, nested)
    if name in ("Schema", "SingleNestedAttribute", "SingleNestedBlock", "NestedAttributeObject", "NestedBlockObject"):
        found["Attributes"] = MapType(Basic("string"), ExternalType(path, "Attribute"))
    if name in ("Schema", "SingleNestedBlock", "NestedBlockObject"):
        found["Blocks"] = MapType(Basic("string"), ExternalType(path, "Block"))
    if name == "Schema" and package.startswith("resource/"):
        found["Version"] = Basic("int64")
    return found or None


def concrete(path: str, name: str) -> bool:
    """Whether a type of the SDKs is known to be no interface."""
    return (path in SCHEMA_PACKAGES and name in ("Resource", "Schema", "Provider")) or fields(path, name) is not None


def zero_type(path: str, name: str) -> Value:
    """The zero value of an outside type that is no struct."""
    if (path in SCHEMA_PACKAGES and name.endswith("Func")) or _is_interface(path, name):
        return None
    return Unknown(name)


def _is_interface(path: str, name: str) -> bool:
    return (path, name) in _FRAMEWORK_METHODS or (path.startswith(FRAMEWORK) and name in _INTERFACES)


_INTERFACES = frozenset({name for names in _FRAMEWORK_INTERFACES.values() for name in names}) | {
    "Attribute",
    "Block",
    "Type",
}

_LOGGER = "github.com/hashicorp/go-hclog"
_LEVELS = ("NoLevel", "Trace", "Debug", "Info", "Warn", "Error", "Off")
"""Levels of the logger that the SDK brings along, which some providers have a default for."""


def _models() -> dict[tuple[str, str], Value]:
    models: dict[tuple[str, str], Value] = dict(framework_methods.METHODS)
    for path in SCHEMA_PACKAGES:
        kind = ExternalType(path, "ValueType")
        for number, name in enumerate(_TYPE_NAMES[:8]):
            models[(path, f"Type{name}")] = with_type(number, kind)
        mode = ExternalType(path, "SchemaConfigMode")
        for number, name in enumerate(_CONFIG_MODES):
            models[(path, name)] = with_type(number, mode)
        models[(path, "Resource.SchemaMap")] = Native("SchemaMap", _schema_map)
    level = ExternalType(_LOGGER, "Level")
    models.update({(_LOGGER, name): with_type(number, level) for number, name in enumerate(_LEVELS)})
    return models


def _schema_map(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    resource = arguments[0]
    schema = ev.field(resource, "Schema")
    function = ev.field(resource, "SchemaFunc")
    return schema if schema is not None or function is None else ev.call(function, [], place)


def options(environment: dict[str, str]) -> Options:
    """How the evaluator is to take what the SDKs define."""
    return Options(
        models=_models(),
        lazy_fields=LAZY_FIELDS,
        lazy_members=LAZY_MEMBERS,
        lazy_types=frozenset((path, "Resource") for path in SCHEMA_PACKAGES),
        zero_field=zero_field,
        zero_type=zero_type,
        concrete=concrete,
        fields=fields,
        methods=_FRAMEWORK_METHODS,
        nil_methods={"HasError": Native("HasError", lambda _ev, _arguments, _place: False)},
        environment=environment,
    )
