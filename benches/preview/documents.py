"""Seven results of the forms that tools return, made by chance with a seed, and what a model would ask for in each.

The names are those of fields in use (an issue tracker, a package registry, a list of countries, deliveries of hooks, the
description of an API, a map), the values are made up. A question is a path as the profile writes it.
"""

import random

WORDS = "amber birch cedar delta ember fjord grove haven inlet jetty knoll larch maple north ocean pearl quartz ridge".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def words(chance, number):
    return " ".join(chance.choice(WORDS) for _ in range(number))


def moment(chance):
    return f"20{chance.randrange(10, 26)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}T{chance.randrange(24):02}:00:00Z"


def codes(chance, number, length):
    found = set()
    while len(found) < number:
        found.add("".join(chance.choice(LETTERS) for _ in range(length)))
    return sorted(found)


def account(chance):
    name = chance.choice(WORDS)
    links = ("avatar", "html", "followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events")
    one = {"login": name, "id": chance.randrange(1 << 20), "node_id": f"U_{chance.randrange(1 << 30):x}"}
    one |= {f"{link}_url": f"https://tracker.example/users/{name}/{link}" for link in links}
    return one | {"type": chance.choice(["User", "Bot"]), "site_admin": False}


def issue(chance, number):
    base = f"https://tracker.example/repos/{chance.choice(WORDS)}/issues/{number}"
    is_open = chance.random() < 0.6
    one = {
        "url": base, "repository_url": base.rsplit("/", 2)[0], "labels_url": base + "/labels{/name}",
        "comments_url": base + "/comments", "events_url": base + "/events", "html_url": base + ".html",
        "id": 1000 + number, "node_id": f"I_{number:x}", "number": number, "title": words(chance, 5), "user": account(chance),
        "labels": [{"id": n, "name": chance.choice(WORDS), "color": "d73a4a", "default": False} for n in range(chance.randrange(3))],
        "state": "open" if is_open else "closed", "locked": False, "assignee": None if is_open else account(chance),
        "assignees": [], "milestone": None, "comments": chance.randrange(40), "created_at": moment(chance),
        "updated_at": moment(chance), "closed_at": None if is_open else moment(chance), "author_association": "NONE",
        "active_lock_reason": None, "body": words(chance, 60) if chance.random() < 0.9 else None,
    }
    votes = {"url": base + "/reactions", "total_count": 3} | {name: chance.randrange(3) for name in ("+1", "-1", "laugh", "heart")}
    return one | {"reactions": votes, "state_reason": None}


def search(chance):
    items = [issue(chance, number) | {"score": 1.0} for number in range(1, 31)]
    return {"total_count": 812, "incomplete_results": False, "items": items}


def page(chance):
    return [issue(chance, number) for number in range(3)]


def package(chance):
    versions = [f"{a}.{b}.{c}{tail}" for a in range(6) for b in range(12) for c in range(24) for tail in ("", "-beta.1")]
    one = {
        "_id": "harbor@5.11.23", "name": "harbor", "dist-tags": {"latest": versions[-2], "next": versions[-1]},
        "versions": versions, "time": {"created": moment(chance)} | {version: moment(chance) for version in versions},
        "maintainers": [{"name": name, "email": f"{name}@harbor.example"} for name in WORDS[:4]],
        "description": words(chance, 12), "homepage": "https://harbor.example", "keywords": WORDS[:6],
        "repository": {"type": "git", "url": "git+https://harbor.example/harbor.git"}, "bugs": {"url": "https://harbor.example/bugs"},
        "license": "Apache-2.0", "main": "./lib/index.js", "bin": {"harbor": "./bin/harbor.js"},
        "engines": {"node": ">=18"}, "scripts": {name: f"run {name}" for name in ("build", "test", "lint")},
        "dependencies": {name: "^1.0.0" for name in WORDS[6:10]},
        "dist": {"integrity": "sha512-" + "a" * 40, "shasum": "b" * 40, "tarball": "https://harbor.example/t.tgz", "fileCount": 87},
    }
    return one


def countries(chance):
    languages = codes(chance, 150, 3)
    money = [code.upper() for code in codes(chance, 160, 3)]

    def names():
        return {"official": words(chance, 4), "common": words(chance, 1)}

    def country(number):
        spoken = chance.sample(languages, chance.randrange(1, 4))
        return {
            "name": names() | {"native": {language: names() for language in spoken}},
            "tld": [f".{LETTERS[number % 26]}{LETTERS[number // 26]}"], "cca2": f"{number:02X}", "ccn3": f"{number:03}",
            "independent": chance.random() < 0.8, "status": "officially-assigned", "unMember": chance.random() < 0.8,
            "currencies": {code: {"name": words(chance, 2), "symbol": code[0]} for code in chance.sample(money, chance.randrange(1, 3))},
            "idd": {"root": f"+{chance.randrange(1, 9)}", "suffixes": [str(number)]}, "capital": [words(chance, 1)],
            "altSpellings": [words(chance, 2) for _ in range(chance.randrange(5))],
            "region": chance.choice(["Africa", "Americas", "Asia", "Europe", "Oceania"]), "subregion": words(chance, 2),
            "languages": {language: words(chance, 1) for language in spoken},
            "translations": {language: names() for language in languages[:25]},
            "latlng": [chance.randrange(-90, 90), round(chance.uniform(-180, 180), 2)], "landlocked": chance.random() < 0.2,
            "borders": chance.sample(money, chance.randrange(6)), "area": chance.randrange(1, 10_000_000),
            "demonyms": {"eng": {"f": words(chance, 1), "m": words(chance, 1)}},
        }

    return [country(number) for number in range(250)]


def hooks(chance):
    kinds = [f"{a}_{b}" for a in WORDS[:9] for b in ("opened", "review", "comment", "alert", "run", "check")]

    def repository():
        owner = chance.choice(WORDS)
        one = {"id": chance.randrange(1 << 28), "name": owner, "full_name": f"{owner}/{owner}", "private": False, "owner": account(chance)}
        one |= {f"{part}_url": f"https://tracker.example/{owner}/{part}" for part in WORDS}
        return one | {"created_at": moment(chance), "size": chance.randrange(9999), "default_branch": "main", "topics": []}

    def example(kind):
        one = {"action": chance.choice(["created", "edited", "deleted"]), kind: {"id": chance.randrange(9999), "text": words(chance, 30)}}
        return one | {"repository": repository(), "organization": account(chance), "sender": account(chance)}

    def kind_of(kind):
        some = {name: {"type": "object", "description": words(chance, 8)} for name in (kind, kind + "_old", "rule_" + kind)}
        return {
            "name": kind, "description": words(chance, 20), "actions": ["created", "edited", "deleted"], "properties": some,
            "examples": [example(kind) for _ in range(chance.randrange(10, 25))],
        }

    return [kind_of(kind) for kind in kinds]


def api(chance):
    def reference(kind):
        return {"$ref": f"#/components/{kind}/{words(chance, 2).replace(' ', '-')}"}

    def operation(path, method):
        one = {
            "summary": words(chance, 6), "description": words(chance, 60), "tags": [chance.choice(WORDS)],
            "operationId": f"{chance.choice(WORDS)}/{method}", "parameters": [reference("parameters") for _ in range(4)],
            "externalDocs": {"description": words(chance, 3), "url": "https://docs.example" + path},
        }
        if method != "get":
            one["requestBody"] = {"required": True, "content": {"application/json": {"schema": reference("schemas"), "example": words(chance, 300)}}}
        answers = {status: {"description": words(chance, 4), "content": {"application/json": {"schema": reference("schemas"), "example": words(chance, 840)}}} for status in ("200", "404", "422")}
        return one | {"responses": answers, "x-private": False}

    def schema(depth):
        fields = {f"{chance.choice(WORDS)}_{n}": {"type": "string", "description": words(chance, 9)} for n in range(10)}
        if depth:
            fields["inner"] = schema(depth - 1)
        return {"title": words(chance, 2), "type": "object", "properties": fields, "required": list(fields)[:3]}

    methods = ["get", "post", "put", "patch", "delete"]
    parts = [f"/{a}/{{id}}/{b}" for a in WORDS for b in WORDS]
    paths = {path: {method: operation(path, method) for method in methods[: chance.randrange(1, 4)]} for path in parts}
    components = {
        "schemas": {f"{a}-{b}-{n}": schema(n) for a in WORDS for b in WORDS for n in range(2)},
        "parameters": {f"{a}-{b}": {"name": a, "in": "query", "required": False, "schema": {"type": "string"}} for a in WORDS for b in WORDS[:9]},
        "examples": {f"{a}-{b}": {"value": {"id": 1, "items": [{"text": words(chance, 40)}] * 3}} for a in WORDS for b in WORDS},
    }
    return {
        "openapi": "3.1.0", "info": {"version": "1.1.4", "title": "Harbor", "description": words(chance, 20), "license": {"name": "MIT"}},
        "tags": [{"name": name, "description": words(chance, 6)} for name in WORDS], "servers": [{"url": "https://api.harbor.example"}],
        "components": components, "paths": paths,
    }


def places(chance):
    def ring(number):
        return [[round(chance.uniform(-180, 180), 6), round(chance.uniform(-90, 90), 6)] for _ in range(number)]

    def feature(number):
        geometry = {"type": "Polygon", "coordinates": [ring(600)]}
        about = {"name": words(chance, 2), "code": f"{number:03}", "people": chance.randrange(10**7), "since": moment(chance)}
        return {"type": "Feature", "id": number, "properties": about, "geometry": geometry}

    return {"type": "FeatureCollection", "name": "harbors", "features": [feature(number) for number in range(80)]}


# What a model would ask for, seven of each and six of the map.
RESULTS = {
    "search": (search, [".total_count", ".title", ".state", ".labels[].name", ".user.login", ".created_at", ".comments"]),
    "page": (page, [".number", ".state", ".body", ".closed_at", ".user.login", ".labels[].name", ".updated_at"]),
    "package": (package, [".versions[]", ".time.*", '."dist-tags".latest', ".license", ".maintainers[].email", ".repository.url", ".dependencies.haven"]),
    "countries": (countries, [".name.common", ".region", ".capital[]", ".languages.*", ".currencies.*.name", ".area", ".borders[]"]),
    "hooks": (hooks, [".name", ".actions[]", ".description", ".properties.*.type", ".examples[].action", ".examples[].sender", ".examples[].repository.full_name"]),
    "api": (api, [".info.title", ".servers[].url", ".tags[].name", ".paths.*", ".paths.*.get.operationId", ".components.schemas.*", ".paths.*.post.summary"]),
    "places": (places, [".type", ".properties.name", ".properties.people", ".geometry.type", ".geometry.coordinates[][][]", ".id"]),
}


def make(name):
    """The document, the same at each run."""
    return RESULTS[name][0](random.Random(name))
