//! The one table of notations. The command line, its help and the documentation read it.

use super::kit::Kit;
use super::{edn, elixir, go, java, js, lua, perl, php, powershell, print_r, proto, reprs, ruby, rust};

/// A notation that is read as a whole, or not at all.
pub struct Notation {
    /// The key on the command line and in reports.
    pub name: &'static str,
    /// What writes so.
    pub about: &'static str,
    /// A text in it.
    pub example: &'static str,
    /// What becomes of that.
    pub json: &'static str,
    /// What the notation cannot tell apart; empty where each value has a form of its own.
    pub ambiguity: &'static str,
    pub(super) begins: fn(&[u8]) -> bool,
    /// Returns whether the text holds what its reader must see to be certain. Is asked where that takes less time than reading.
    pub(super) has_sign: fn(&[u8]) -> bool,
    pub(super) read: fn(&mut Kit<'_>) -> Option<()>,
}

impl std::fmt::Debug for Notation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Notation {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Notation {}

/// The reader of a notation says early that a text is in another one.
fn always(_: &[u8]) -> bool {
    true
}

/// All notations, in the order in which they are tried.
pub static TABLE: &[Notation] = &[
    Notation {
        name: "python",
        about: "Python literals, and what repr prints of objects",
        example: "User(id=1, name='Ada', tags=['a'])",
        json: r#"{"id":1, "name":"Ada", "tags":["a"]}"#,
        ambiguity: "",
        begins: reprs::begins,
        has_sign: reprs::has_sign,
        read: reprs::read,
    },
    Notation {
        name: "ruby",
        about: "Ruby's inspect, rubydebug, awesome_print",
        example: r#"{:id=>1, "tags"=>[:a, nil]}"#,
        json: r#"{"id":1, "tags":["a", null]}"#,
        ambiguity: "",
        begins: ruby::begins,
        has_sign: always,
        read: ruby::read,
    },
    Notation {
        name: "elixir",
        about: "Elixir's inspect",
        example: "%{id: 1, day: ~D[2024-01-02], state: {:ok, nil}}",
        json: r#"{"id": 1, "day": "2024-01-02", "state": ["ok", null]}"#,
        ambiguity: "",
        begins: elixir::begins,
        has_sign: always,
        read: elixir::read,
    },
    Notation {
        name: "edn",
        about: "EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call",
        example: r#"{:id 1 :tags #{"a"} :at nil}"#,
        json: r#"{"id": 1, "tags": ["a"], "at": null}"#,
        ambiguity: "",
        begins: edn::begins,
        has_sign: always,
        read: edn::read,
    },
    Notation {
        name: "js",
        about: "JavaScript's util.inspect and console.log",
        example: "User { id: 1, tags: Set(1) { 'a' }, at: undefined }",
        json: r#"{ "id": 1, "tags": [ "a" ], "at": null }"#,
        ambiguity: "",
        begins: js::begins,
        has_sign: js::has_sign,
        read: js::read,
    },
    Notation {
        name: "rust",
        about: "Rust's Debug, {:?} and {:#?}",
        example: r#"User { id: 1, tags: ["a"], at: None }"#,
        json: r#"{ "id": 1, "tags": ["a"], "at": null }"#,
        ambiguity: "",
        begins: rust::begins,
        has_sign: always,
        read: rust::read,
    },
    Notation {
        name: "perl",
        about: "Perl's Data::Dumper",
        example: "$VAR1 = {'id' => 1, 'tags' => ['a'], 'at' => undef};",
        json: r#" {"id" : 1, "tags" : ["a"], "at" : null}"#,
        ambiguity: "a fraction or a large number and its text",
        begins: perl::begins,
        has_sign: always,
        read: perl::read,
    },
    Notation {
        name: "php",
        about: "PHP's var_export, and arrays in its code",
        example: "array ('id' => 1, 'tags' => array (0 => 'a'), 'at' => NULL)",
        json: r#"{"id": 1, "tags": ["a"], "at": null}"#,
        ambiguity: "",
        begins: php::begins_export,
        has_sign: always,
        read: php::read_export,
    },
    Notation {
        name: "var_dump",
        about: "PHP's var_dump",
        example: "array(1) {\n  [\"id\"]=>\n  int(1)\n}",
        json: "{\n  \"id\": 1\n}",
        ambiguity: "",
        begins: php::begins_dump,
        has_sign: always,
        read: php::read_dump,
    },
    Notation {
        name: "print_r",
        about: "PHP's print_r",
        example: "Array\n(\n    [id] => 1\n    [name] => Ada\n)\n",
        json: "{\n    \"id\": 1,\n    \"name\": \"Ada\"\n}\n",
        ambiguity: "numbers and their texts; true and 1; null, false and the empty text",
        begins: print_r::begins,
        has_sign: always,
        read: print_r::read,
    },
    Notation {
        name: "powershell",
        about: "PowerShell's hash tables, in code or printed",
        example: "@{id=1; tags=@('a'); on=$true}",
        json: r#"{"id":1, "tags":["a"], "on":true}"#,
        ambiguity: "where there are no quotes, numbers and their texts",
        begins: powershell::begins,
        has_sign: always,
        read: powershell::read,
    },
    Notation {
        name: "lua",
        about: "Lua's tables",
        example: r#"{id = 1, tags = {"a"}, ["b c"] = true}"#,
        json: r#"{"id": 1, "tags": ["a"], "b c": true}"#,
        ambiguity: "",
        begins: lua::begins,
        has_sign: always,
        read: lua::read,
    },
    Notation {
        name: "go",
        about: "Go's %v and %+v",
        example: "map[id:1 tags:[a b] user:{Name:Ada Age:36}]",
        json: r#"{"id":1, "tags":["a", "b"], "user":{"Name":"Ada", "Age":36}}"#,
        ambiguity: "numbers and their texts; a text with blanks and several",
        begins: go::begins,
        has_sign: always,
        read: go::read,
    },
    Notation {
        name: "java",
        about: "Java's toString of maps, lists, records and classes",
        example: "{id=1, tags=[a, b], pos=Point[x=1, y=2]}",
        json: r#"{"id":1, "tags":["a", "b"], "pos":{"x":1, "y":2}}"#,
        ambiguity: "numbers and their texts; a text with commas and several",
        begins: java::begins,
        has_sign: always,
        read: java::read,
    },
    Notation {
        name: "proto",
        about: "Protocol Buffers' text format",
        example: "name: \"Ada\" tags: \"a\" tags: \"b\" pos { x: 1 }",
        json: r#"{"name": "Ada" , "tags": ["a" , "b"] , "pos": { "x": 1 }}"#,
        ambiguity: "a field that repeats and stands once, and one that does not repeat",
        begins: proto::begins,
        has_sign: always,
        read: proto::read,
    },
];
