"""The standard library's functions and constants that schemas use."""

from __future__ import annotations

from typing import Any

import pytest

_S = 'import "strings"'
STRINGS = {
    "ToLower": (_S, 'strings.ToLower("AbC")', "abc"),
    "ToUpper": (_S, 'strings.ToUpper("AbC")', "ABC"),
    "Title": (_S, 'strings.Title("one two_three four-five")', "One Two_three Four-Five"),
    "Title after an apostrophe": (_S, 'strings.Title("don\'t")', "Don'T"),
    "TrimSpace": (_S, 'strings.TrimSpace("\\t a b \\n")', "a b"),
    "Trim": (_S, 'strings.Trim("xxaxx", "x")', "a"),
    "TrimLeft": (_S, 'strings.TrimLeft("xyaxy", "xy")', "axy"),
    "TrimRight": (_S, 'strings.TrimRight("xyaxy", "yx")', "xya"),
    "TrimPrefix": (_S, 'strings.TrimPrefix("example_widget", "example_")', "widget"),
    "TrimPrefix that is not there": (_S, 'strings.TrimPrefix("widget", "example_")', "widget"),
    "TrimSuffix": (_S, 'strings.TrimSuffix("widgets", "s")', "widget"),
    "HasPrefix": (_S, '[]bool{strings.HasPrefix("abc", "ab"), strings.HasPrefix("abc", "b")}', [True, False]),
    "HasSuffix": (_S, '[]bool{strings.HasSuffix("abc", "bc"), strings.HasSuffix("abc", "b")}', [True, False]),
    "Contains": (_S, '[]bool{strings.Contains("abc", "b"), strings.Contains("abc", "x")}', [True, False]),
    "ContainsAny": (_S, '[]bool{strings.ContainsAny("abc", "xb"), strings.ContainsAny("abc", "")}', [True, False]),
    "EqualFold": (_S, '[]bool{strings.EqualFold("True", "tRUE"), strings.EqualFold("a", "b")}', [True, False]),
    "Index": (_S, '[]int{strings.Index("chicken", "ken"), strings.Index("a", "b")}', [4, -1]),
    "Index counts bytes": (_S, 'strings.Index("né!", "!")', 3),
    "LastIndex": (_S, 'strings.LastIndex("go gopher", "go")', 3),
    "Count": (_S, '[]int{strings.Count("cheese", "e"), strings.Count("five", "")}', [3, 5]),
    "Repeat": (_S, 'strings.Repeat("ab", 3)', "ababab"),
    "Replace": (_S, 'strings.Replace("aaaa", "a", "b", 2)', "bbaa"),
    "Replace all by -1": (_S, 'strings.Replace("aaaa", "a", "b", -1)', "bbbb"),
    "ReplaceAll": (_S, 'strings.ReplaceAll("a-b-c", "-", "_")', "a_b_c"),
    "Split": (_S, 'strings.Split("a,b,c", ",")', ["a", "b", "c"]),
    "Split of nothing": (_S, 'strings.Split("", ",")', [""]),
    "Split into letters": (_S, 'strings.Split("abc", "")', ["a", "b", "c"]),
    "SplitN": (_S, 'strings.SplitN("a,b,c", ",", 2)', ["a", "b,c"]),
    "SplitN without limit": (_S, 'strings.SplitN("a,b,c", ",", -1)', ["a", "b", "c"]),
    "SplitN of none": (_S, 'strings.SplitN("a,b,c", ",", 0)', None),
    "Fields": (_S, 'strings.Fields("  a  b\\tc\\n")', ["a", "b", "c"]),
    "Join": (_S, 'strings.Join([]string{"a", "b"}, ", ")', "a, b"),
    "Join of nil": (_S, 'strings.Join(nil, ", ")', ""),
    "Map": (
        _S,
        "strings.Map(func(r rune) rune {\n\tif r == '-' {\n\t\treturn -1\n\t}\n\treturn r + 1\n}, \"a-b\")",
        "bc",
    ),
    "Compare": (
        _S,
        '[]int{strings.Compare("a", "b"), strings.Compare("b", "a"), strings.Compare("a", "a")}',
        [-1, 1, 0],
    ),
    "Cut": ('import "strings"\n\nvar a, b, ok = strings.Cut("k=v", "=")', "[]any{a, b, ok}", ["k", "v", True]),
    "Cut without the separator": (
        """
import "strings"

var a, b, ok = strings.Cut("kv", "=")
""",
        "[]any{a, b, ok}",
        ["kv", "", False],
    ),
    "a function as a value": ('import "strings"\n\nvar f = strings.ToUpper', 'f("a")', "A"),
    "on a declared text": (
        """
import "strings"

type kind string

const k kind = "Ab"
""",
        "strings.ToLower(string(k))",
        "ab",
    ),
}

_F = 'import "fmt"'
FORMATTING = {
    "%s": (_F, 'fmt.Sprintf("%s_%s", "a", "b")', "a_b"),
    "%d": (_F, 'fmt.Sprintf("%d items", 3)', "3 items"),
    "%d with width": (_F, 'fmt.Sprintf("%5d|%-5d|%05d", 42, 42, 42)', "   42|42   |00042"),
    "%d with sign": (_F, 'fmt.Sprintf("%+d", 5)', "+5"),
    "%v": (_F, 'fmt.Sprintf("%v %v %v %v", "a", 1, true, 2.5)', "a 1 true 2.5"),
    "%v of a slice": (_F, 'fmt.Sprintf("%v", []string{"a", "b"})', "[a b]"),
    "%v of a map": (_F, 'fmt.Sprintf("%v", map[string]int{"b": 2, "a": 1})', "map[a:1 b:2]"),
    # what a nil is a nil of is not kept: of a slice it prints as "[]", of a pointer as "<nil>"
    "%v of nil": (_F, 'fmt.Sprintf("%v", nil)', ...),
    "%v of a nil slice": ('import "fmt"\n\nvar s []string', 'fmt.Sprintf("%v", s)', ...),
    "%v of a whole float": (_F, 'fmt.Sprintf("%v", 3.0)', "3"),
    "%v of a small float": (_F, 'fmt.Sprintf("%v", 0.00001)', "1e-05"),
    "%v of an error": ('import "fmt"\n\nvar err = fmt.Errorf("bad %d", 1)', 'fmt.Sprintf("%v", err)', "bad 1"),
    "%q": (_F, 'fmt.Sprintf("%q", `a"b`)', '"a\\"b"'),
    "%q of a letter that needs no escape": (_F, 'fmt.Sprintf("%q", "é<")', '"é<"'),
    "%q of a control character": (_F, 'fmt.Sprintf("%q", "\\x07\\x00")', '"\\a\\x00"'),
    "%q of a slice": (_F, 'fmt.Sprintf("%q", []string{"a", "b"})', '["a" "b"]'),
    "%q of a rune": (_F, "fmt.Sprintf(\"%q\", 'x')", "'x'"),
    "%t": (_F, 'fmt.Sprintf("%t", false)', "false"),
    "%f": (_F, 'fmt.Sprintf("%f", 1.5)', "1.500000"),
    "%.2f": (_F, 'fmt.Sprintf("%.2f|%6.1f|%.0f", 1.2345, 2.0, 2.6)', "1.23|   2.0|3"),
    "%g": (_F, 'fmt.Sprintf("%g %g", 100000.0, 0.25)', "100000 0.25"),
    "%e": (_F, 'fmt.Sprintf("%e", 1500.0)', "1.500000e+03"),
    "%x": (_F, 'fmt.Sprintf("%x %X %x", 255, 255, "hi")', "ff FF 6869"),
    "%#x": (_F, 'fmt.Sprintf("%#x", 255)', "0xff"),
    "%o and %b": (_F, 'fmt.Sprintf("%o %b", 8, 5)', "10 101"),
    "%c": (_F, "fmt.Sprintf(\"%c\", 'x')", "x"),
    "%%": (_F, 'fmt.Sprintf("100%%")', "100%"),
    "%#v of text": (_F, 'fmt.Sprintf("%#v", "a")', '"a"'),
    "%#v of texts": (_F, 'fmt.Sprintf("%#v", []string{"a"})', '[]string{"a"}'),
    "%-10s": (_F, 'fmt.Sprintf("%-6s|%6s", "ab", "cd")', "ab    |    cd"),
    "%[2]s": (_F, 'fmt.Sprintf("%[2]s %[1]s", "a", "b")', "b a"),
    "%[1]s twice": (_F, 'fmt.Sprintf("%[1]s/%[1]s", "a")', "a/a"),
    "%T": (_F, 'fmt.Sprintf("%T %T", "a", 1)', "string int"),
    "an argument that is missing": (_F, 'fmt.Sprintf("%s %s", "a")', "a %!s(MISSING)"),
    "a declared type with String": (
        'import "fmt"\n\ntype kind int\n\nfunc (k kind) String() string { return "kind!" }',
        'fmt.Sprintf("%s %v", kind(1), kind(2))',
        "kind! kind!",
    ),
    "a declared type without String": (
        'import "fmt"\n\ntype kind string\n\nconst a kind = "widget"',
        'fmt.Sprintf("example_%s", a)',
        "example_widget",
    ),
    "a slice of arguments": ('import "fmt"\n\nvar all = []any{"a", 1}', 'fmt.Sprintf("%s%d", all...)', "a1"),
    "Sprint of texts": (_F, 'fmt.Sprint("a", "b")', "ab"),
    "Sprint of numbers": (_F, 'fmt.Sprint("a", 1, 2, "b")', "a1 2b"),
    "Sprintln": (_F, 'fmt.Sprintln("a", 1)', "a 1\n"),
    "Errorf": (_F, 'fmt.Errorf("no %s", "luck")', {"error": "no luck"}),
    "Errorf that wraps": (
        'import "fmt"\n\nvar inner = fmt.Errorf("deep")',
        'fmt.Errorf("outer: %w", inner)',
        {"error": "outer: deep"},
    ),
    "an error is not nil": (_F, 'fmt.Errorf("x") != nil', True),
    "errors.New": ('import "errors"', 'errors.New("x").Error()', "x"),
}

_C = 'import "strconv"'
CONVERSION = {
    "Itoa": (_C, "strconv.Itoa(-42)", "-42"),
    "Atoi": ('import "strconv"\n\nvar n, err = strconv.Atoi("42")', "[]any{n, err == nil}", [42, True]),
    "Atoi of no number": ('import "strconv"\n\nvar n, err = strconv.Atoi("x")', "[]any{n, err == nil}", [0, False]),
    "Atoi of a number with spaces": (
        """
import "strconv"

var n, err = strconv.Atoi(" 4 ")
""",
        "[]any{n, err == nil}",
        [0, False],
    ),
    "Atoi of a number with underscores": (
        """
import "strconv"

var n, err = strconv.Atoi("1_0")
""",
        "[]any{n, err == nil}",
        [0, False],
    ),
    "ParseInt": ('import "strconv"\n\nvar n, err = strconv.ParseInt("-7", 10, 64)', "[]any{n, err == nil}", [-7, True]),
    "ParseInt with a base": (
        """
import "strconv"

var n, err = strconv.ParseInt("ff", 16, 64)
""",
        "[]any{n, err == nil}",
        [255, True],
    ),
    "ParseFloat": (
        """
import "strconv"

var x, err = strconv.ParseFloat("2.5", 64)
""",
        "[]any{x, err == nil}",
        [2.5, True],
    ),
    "ParseBool": ('import "strconv"\n\nvar b, err = strconv.ParseBool("true")', "[]any{b, err == nil}", [True, True]),
    "ParseBool of nothing": (
        """
import "strconv"

var b, err = strconv.ParseBool("")
""",
        "[]any{b, err == nil}",
        [False, False],
    ),
    "FormatInt": (_C, "strconv.FormatInt(255, 10)", "255"),
    "FormatInt with a base": (_C, "strconv.FormatInt(255, 16)", "ff"),
    "FormatBool": (_C, "strconv.FormatBool(true)", "true"),
    "Quote": (_C, 'strconv.Quote(`a"b`)', '"a\\"b"'),
}

_L = 'import "slices"'
SLICES = {
    "Contains": (_L, '[]bool{slices.Contains([]string{"a"}, "a"), slices.Contains([]string{"a"}, "b")}', [True, False]),
    "Contains in nil": ('import "slices"\n\nvar s []string', 'slices.Contains(s, "a")', False),
    "Index": (_L, '[]int{slices.Index([]string{"a", "b"}, "b"), slices.Index([]string{"a"}, "x")}', [1, -1]),
    "ContainsFunc": (_L, "slices.ContainsFunc([]int{1, 5}, func(n int) bool { return n > 3 })", True),
    "IndexFunc": (_L, "slices.IndexFunc([]int{1, 5}, func(n int) bool { return n > 3 })", 1),
    "Delete": (_L, "slices.Delete([]int{1, 2, 3, 4}, 1, 3)", [1, 4]),
    "Concat": (_L, "slices.Concat([]int{1}, nil, []int{2, 3})", [1, 2, 3]),
    "Clone": (
        """
import "slices"

func run() int {
	a := []int{1}
	b := slices.Clone(a)
	b[0] = 2
	return a[0]
}
""",
        "run()",
        1,
    ),
    "Sort": (
        """
import "slices"

func run() []string {
	s := []string{"b", "a"}
	slices.Sort(s)
	return s
}
""",
        "run()",
        ["a", "b"],
    ),
    "SortFunc": (
        """
import "slices"

func run() []int {
	s := []int{1, 3, 2}
	slices.SortFunc(s, func(a, b int) int { return b - a })
	return s
}
""",
        "run()",
        [3, 2, 1],
    ),
    "Reverse": (
        """
import "slices"

func run() []int {
	s := []int{1, 2, 3}
	slices.Reverse(s)
	return s
}
""",
        "run()",
        [3, 2, 1],
    ),
    "SortFunc by cmp.Compare": (
        """
import "slices"
import "cmp"

func run() []int {
	s := []int{2, 3, 1}
	slices.SortFunc(s, cmp.Compare[int])
	return s
}
""",
        "run()",
        [1, 2, 3],
    ),
    "of sorted keys": (
        'import "slices"\nimport "maps"',
        'slices.Sorted(maps.Keys(map[string]int{"b": 1, "a": 2}))',
        ["a", "b"],
    ),
    "of sorted values": (
        'import "slices"\nimport "maps"',
        'slices.Sorted(maps.Values(map[string]int{"b": 1, "a": 2}))',
        [1, 2],
    ),
    "Collect": (
        'import "slices"\nimport "maps"',
        'slices.Collect(maps.Keys(map[string]int{"a": 2}))',
        ["a"],
    ),
}

_M = 'import "maps"'
MAPS = {
    "Copy": (
        """
import "maps"

func run() map[string]int {
	m := map[string]int{"a": 1, "b": 1}
	maps.Copy(m, map[string]int{"b": 2, "c": 3})
	return m
}
""",
        "run()",
        {"a": 1, "b": 2, "c": 3},
    ),
    "Copy of nil": (
        """
import "maps"

var none map[string]int

func run() map[string]int {
	m := map[string]int{"a": 1}
	maps.Copy(m, none)
	return m
}
""",
        "run()",
        {"a": 1},
    ),
    "Clone": (
        """
import "maps"

func run() int {
	a := map[string]int{"a": 1}
	b := maps.Clone(a)
	b["a"] = 2
	return a["a"]
}
""",
        "run()",
        1,
    ),
    "ranged keys": (
        """
import "maps"

func run() map[string]bool {
	out := map[string]bool{}
	for k := range maps.Keys(map[string]int{"a": 1}) {
		out[k] = true
	}
	return out
}
""",
        "run()",
        {"a": True},
    ),
    "DeleteFunc": (
        """
import "maps"

func run() map[string]int {
	m := map[string]int{"a": 1, "b": 2}
	maps.DeleteFunc(m, func(k string, v int) bool { return v > 1 })
	return m
}
""",
        "run()",
        {"a": 1},
    ),
}

_O = 'import "sort"'
SORT = {
    "Strings": (
        """
import "sort"

func run() []string {
	s := []string{"b", "a"}
	sort.Strings(s)
	return s
}
""",
        "run()",
        ["a", "b"],
    ),
    "Ints": ('import "sort"\n\nfunc run() []int {\n\ts := []int{2, 1}\n\tsort.Ints(s)\n\treturn s\n}', "run()", [1, 2]),
    "Slice": (
        """
import "sort"

func run() []int {
	s := []int{1, 3, 2}
	sort.Slice(s, func(i, j int) bool { return s[i] > s[j] })
	return s
}
""",
        "run()",
        [3, 2, 1],
    ),
    "SliceStable": (
        """
import "sort"

func run() []string {
	s := []string{"bb", "aa", "c"}
	sort.SliceStable(s, func(i, j int) bool { return len(s[i]) < len(s[j]) })
	return s
}
""",
        "run()",
        ["c", "bb", "aa"],
    ),
    "Sort of a StringSlice": (
        """
import "sort"

func run() []string {
	s := []string{"b", "a"}
	sort.Sort(sort.StringSlice(s))
	return s
}
""",
        "run()",
        ["a", "b"],
    ),
    "sorted keys of a map": (
        """
import "sort"

func run() []string {
	m := map[string]int{"b": 1, "a": 2}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
""",
        "run()",
        ["a", "b"],
    ),
}

_SYNC = 'import "sync"'
PROCESS = {
    "sync.Once": (
        """
import "sync"

var once sync.Once
var n int

func run() int {
	for i := 0; i < 3; i++ {
		once.Do(func() { n++ })
	}
	return n
}
""",
        "run()",
        1,
    ),
    "sync.Once of a struct": (
        """
import "sync"

type holder struct {
	once sync.Once
	n    int
}

func (h *holder) get() int {
	h.once.Do(func() { h.n += 5 })
	return h.n
}

var h = &holder{}
""",
        "h.get() + h.get()",
        10,
    ),
    "sync.OnceValue": (
        'import "sync"\n\nvar n int\nvar get = sync.OnceValue(func() int {\n\tn++\n\treturn n\n})',
        "get() + get()",
        2,
    ),
    "sync.Mutex": (
        """
import "sync"

var mu sync.Mutex
var n int

func run() int {
	mu.Lock()
	defer mu.Unlock()
	n++
	return n
}
""",
        "run()",
        1,
    ),
    "an unset variable": ('import "os"', 'os.Getenv("EXAMPLE_BETA")', ""),
    "an unset variable looked up": (
        'import "os"\n\nvar v, ok = os.LookupEnv("EXAMPLE_BETA")',
        "[]any{v, ok}",
        ["", False],
    ),
    "log is silent": ('import "log"\n\nfunc run() int {\n\tlog.Printf("[DEBUG] %d", 1)\n\treturn 2\n}', "run()", 2),
}

CONSTANTS = {
    "math.MaxInt8": ('import "math"', "math.MaxInt8", 127),
    "math.MaxInt16": ('import "math"', "math.MaxInt16", 32767),
    "math.MaxInt32": ('import "math"', "math.MaxInt32", 2147483647),
    "math.MinInt32": ('import "math"', "math.MinInt32", -2147483648),
    "math.MaxInt64": ('import "math"', "math.MaxInt64", 9223372036854775807),
    "math.MaxInt": ('import "math"', "math.MaxInt", 9223372036854775807),
    "math.MaxUint16": ('import "math"', "math.MaxUint16", 65535),
    "math.MaxUint32": ('import "math"', "math.MaxUint32", 4294967295),
    "math.Pow": ('import "math"', "int(math.Pow(2, 10))", 1024),
    "math.Floor": ('import "math"', "math.Floor(2.7)", 2.0),
    "math.Ceil": ('import "math"', "math.Ceil(2.1)", 3.0),
    "math.Max": ('import "math"', "math.Max(2, 3.5)", 3.5),
    "time.Second": ('import "time"', "int(30 * time.Second)", 30000000000),
    "time.Minute": ('import "time"', "int(time.Minute / time.Second)", 60),
    "time.Hour": ('import "time"', "int(2*time.Hour + 5*time.Millisecond)", 7200005000000),
    "time.Duration": ('import "time"\n\nvar n = 3', "int(time.Duration(n) * time.Minute)", 180000000000),
    "the text of a duration": ('import "time"\n\nconst d = time.Minute * 10', "d.String()", "10m0s"),
    "the text of hours": ('import "time"', "(90*time.Minute + 1500*time.Millisecond).String()", "1h30m1.5s"),
    "the text of less than a second": ('import "time"', "(1500 * time.Microsecond).String()", "1.5ms"),
    "the text of no time": ('import "time"', "time.Duration(0).String()", "0s"),
    "a duration that is printed": ('import "fmt"\nimport "time"', 'fmt.Sprintf("%s", 30*time.Second)', "30s"),
    "the minutes of a duration": ('import "time"', "(90 * time.Second).Minutes()", 1.5),
    "time.RFC3339": ('import "time"', "time.RFC3339", "2006-01-02T15:04:05Z07:00"),
    "http.MethodPatch": ('import "net/http"', "http.MethodPatch", "PATCH"),
    "path.Join": ('import "path"', 'path.Join("a", "", "b/../c")', "a/c"),
    "path.Base": ('import "path"', 'path.Base("/a/b")', "b"),
    "unicode.IsUpper": ('import "unicode"', "[]bool{unicode.IsUpper('A'), unicode.IsUpper('a')}", [True, False]),
    "unicode.ToLower": ('import "unicode"', "unicode.ToLower('A')", 97),
    "reflect.DeepEqual of slices": (
        'import "reflect"',
        '[]bool{reflect.DeepEqual([]string{"a"}, []string{"a"}), reflect.DeepEqual([]string{"a"}, []string{"b"})}',
        [True, False],
    ),
    "reflect.DeepEqual of maps": (
        'import "reflect"',
        'reflect.DeepEqual(map[string]int{"a": 1}, map[string]int{"a": 1})',
        True,
    ),
    "reflect.DeepEqual of slices of slices": (
        'import "reflect"',
        "reflect.DeepEqual([][]int{{1}}, [][]int{{1}})",
        True,
    ),
}

STATUSES = {
    "Continue": 100,
    "SwitchingProtocols": 101,
    "Processing": 102,
    "EarlyHints": 103,
    "OK": 200,
    "Created": 201,
    "Accepted": 202,
    "NonAuthoritativeInfo": 203,
    "NoContent": 204,
    "ResetContent": 205,
    "PartialContent": 206,
    "MultiStatus": 207,
    "AlreadyReported": 208,
    "IMUsed": 226,
    "MultipleChoices": 300,
    "MovedPermanently": 301,
    "Found": 302,
    "SeeOther": 303,
    "NotModified": 304,
    "UseProxy": 305,
    "TemporaryRedirect": 307,
    "PermanentRedirect": 308,
    "BadRequest": 400,
    "Unauthorized": 401,
    "PaymentRequired": 402,
    "Forbidden": 403,
    "NotFound": 404,
    "MethodNotAllowed": 405,
    "NotAcceptable": 406,
    "ProxyAuthRequired": 407,
    "RequestTimeout": 408,
    "Conflict": 409,
    "Gone": 410,
    "LengthRequired": 411,
    "PreconditionFailed": 412,
    "RequestEntityTooLarge": 413,
    "RequestURITooLong": 414,
    "UnsupportedMediaType": 415,
    "RequestedRangeNotSatisfiable": 416,
    "ExpectationFailed": 417,
    "Teapot": 418,
    "MisdirectedRequest": 421,
    "UnprocessableEntity": 422,
    "Locked": 423,
    "FailedDependency": 424,
    "TooEarly": 425,
    "UpgradeRequired": 426,
    "PreconditionRequired": 428,
    "TooManyRequests": 429,
    "RequestHeaderFieldsTooLarge": 431,
    "UnavailableForLegalReasons": 451,
    "InternalServerError": 500,
    "NotImplemented": 501,
    "BadGateway": 502,
    "ServiceUnavailable": 503,
    "GatewayTimeout": 504,
    "HTTPVersionNotSupported": 505,
    "VariantAlsoNegotiates": 506,
    "InsufficientStorage": 507,
    "LoopDetected": 508,
    "NotExtended": 510,
    "NetworkAuthenticationRequired": 511,
}

_IMPORTS = """
import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"example.org/outside"
)
"""

UNSETTLED = {
    "an unknown argument": ("", "strings.ToLower(outside.Name)", ...),
    "an unknown element": ("", 'strings.Join([]string{"a", outside.Name}, "")', ...),
    "a slice that may go on": ("", 'strings.Join(append([]string{"a"}, outside.Names...), "")', ...),
    "an unknown value to print": ("", 'fmt.Sprintf("%s", outside.Name)', ...),
    "an unknown template": ("", 'fmt.Sprintf(outside.Name, "a")', ...),
    "an unknown width": ("", 'fmt.Sprintf("%*d", 5, 42)', ...),
    "a verb that does not fit": ("", 'fmt.Sprintf("%d", "a")', ...),
    "a pointer to print": ("var n = 1", 'fmt.Sprintf("%v", &n)', ...),
    "an error of an unknown value is an error": ("", 'fmt.Errorf("%s", outside.Name) != nil', True),
    "a number of unknown text": ("var n, err = strconv.Atoi(outside.Name)", "n", ...),
    "a variable of unknown name": ("", "os.Getenv(outside.Name)", ...),
    "a lookup of unknown name": ("var v, ok = os.LookupEnv(outside.Name)", "ok", ...),
    "contained in unknown": ("", 'slices.Contains(outside.Names, "a")', ...),
    "contained beside unknown": ("", 'slices.Contains([]string{outside.Name, "a"}, "a")', True),
    "contained only if unknown is it": ("", 'slices.Contains([]string{outside.Name, "b"}, "a")', ...),
    "index in unknown": ("", 'slices.Index(outside.Names, "a")', ...),
    "index behind unknown": ("", 'slices.Index([]string{outside.Name, "a"}, "a")', ...),
    "found by unknown": ("", "slices.IndexFunc([]int{1}, outside.Is)", ...),
    "deleted at unknown": ("", "slices.Delete([]int{1, 2}, outside.N, 2)", ...),
    "cloned unknown": ("", "slices.Clone(outside.Names)", ...),
    "keys of unknown": ("", "slices.Sorted(maps.Keys(outside.Map))", ...),
    "keys of a map that may have more": ("", "slices.Sorted(maps.Keys(map[string]int{outside.Name: 1}))", ...),
    "copied from unknown": (
        'func run() map[string]int {\n\tm := map[string]int{"a": 1}\n\tmaps.Copy(m, outside.Map)\n\treturn m\n}',
        "run()",
        {"a": 1, ...: ...},
    ),
    "sorted by unknown": (
        "func run() []int {\n\ts := []int{2, 1}\n\tslices.SortFunc(s, outside.Compare)\n\treturn s\n}",
        "run()[0]",
        ...,
    ),
    "sorted with unknown": (
        'func run() []string {\n\ts := []string{"b", outside.Name, "a"}\n\tsort.Strings(s)\n\treturn s\n}',
        "run()[0]",
        ...,
    ),
    "compared deeply with unknown": ("", "reflect.DeepEqual(outside.Name, 1)", ...),
    "a function that is not known": ("", 'strings.NewReplacer("a", "b").Replace("a")', ...),
    "a constant that is not known": ("", "fmt.NoSuchThing", ...),
}


@pytest.mark.parametrize(("source", "expression", "expected"), STRINGS.values(), ids=STRINGS)
def test_strings(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), FORMATTING.values(), ids=FORMATTING)
def test_fmt_and_errors(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), CONVERSION.values(), ids=CONVERSION)
def test_strconv(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), SLICES.values(), ids=SLICES)
def test_slices(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), MAPS.values(), ids=MAPS)
def test_maps(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), SORT.values(), ids=SORT)
def test_sort(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), PROCESS.values(), ids=PROCESS)
def test_the_world_around(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), CONSTANTS.values(), ids=CONSTANTS)
def test_constants_and_small_packages(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


def test_every_status_of_http(evaluate: Any) -> None:
    wanted = ", ".join(f"http.Status{name}" for name in STATUSES)

    assert evaluate('import "net/http"', f"[]int{{{wanted}}}") == list(STATUSES.values())


@pytest.mark.parametrize(("source", "expression", "expected"), UNSETTLED.values(), ids=UNSETTLED)
def test_what_the_library_is_given_unsettled_stays_so(
    evaluate: Any, source: str, expression: str, expected: Any
) -> None:
    result = f"package example\n\n{_IMPORTS}\nvar found = {expression}\n"

    assert evaluate(f"package example\n\n{_IMPORTS}\n{source}\n", "found", files={"found.go": result}) == expected


@pytest.mark.parametrize(
    ("environment", "expression", "expected"),
    [
        ({"EXAMPLE_BETA": "true"}, 'os.Getenv("EXAMPLE_BETA")', "true"),
        ({"EXAMPLE_BETA": "true"}, 'os.Getenv("EXAMPLE_ALPHA")', ""),
        ({"EXAMPLE_BETA": "TRUE"}, 'strings.EqualFold(os.Getenv("EXAMPLE_BETA"), "true")', True),
        ({"EXAMPLE_BETA": ""}, "isSet()", True),
        ({}, "isSet()", False),
        ({"EXAMPLE_BETA": "1"}, "parsed()", True),
        ({"EXAMPLE_BETA": "0"}, "parsed()", False),
        ({}, "parsed()", False),
    ],
)
def test_the_environment_is_the_one_that_is_given(
    holds: Any, environment: dict[str, str], expression: str, expected: Any
) -> None:
    source = """
import "os"
import "strings"
import "strconv"

func isSet() bool {
	_, ok := os.LookupEnv("EXAMPLE_BETA")
	return ok
}

func parsed() bool {
	on, err := strconv.ParseBool(os.Getenv("EXAMPLE_BETA"))
	if err != nil {
		return false
	}
	return on
}
"""
    holds(source, expression, expected, environment=environment)


def test_the_time_before_the_standard_slices_and_maps(holds: Any) -> None:
    source = 'import "golang.org/x/exp/slices"\nimport "golang.org/x/exp/maps"'

    holds(source, 'slices.Contains(maps.Keys(map[string]int{"a": 1}), "a")', True)


def test_ranging_over_the_keys_of_the_time_before(holds: Any) -> None:
    source = """
import "golang.org/x/exp/maps"

func run() []any {
	for i, k := range maps.Keys(map[string]int{"a": 1}) {
		return []any{i, k}
	}
	return nil
}
"""
    holds(source, "run()", [0, "a"])
