"""Adds to the symbol graph of a module those types of the module below it that the declarations of the first one mention.

  python3 Scripts/reached_types.py folder Sandglass SandglassCore

The folder has the symbol graphs of both modules. An app may receive such a type without ever writing its name, so the
module does not re-export it. Its documentation is needed nevertheless, with the members that the module itself adds.
"""

import json
import pathlib
import sys


def identifier(symbol):
    return symbol["identifier"]["precise"]


def mentioned(symbols):
    """Returns the identifiers of the types in the declarations."""
    parts = [part for symbol in symbols for part in symbol.get("declarationFragments", [])]
    return {part["preciseIdentifier"] for part in parts if "preciseIdentifier" in part}


def main(folder, module, below):
    def graph(name):
        path = pathlib.Path(folder) / f"{name}.symbols.json"
        return json.loads(path.read_text()) if path.exists() else {"symbols": [], "relationships": []}

    own, core, extensions = graph(module), graph(below), graph(f"{module}@{below}")
    # A member that an extension adds belongs to a symbol of the extension, and this symbol to the type.
    links = core["relationships"] + extensions["relationships"]
    outer = {link["source"]: link["target"] for link in links if link["kind"] in ("memberOf", "requirementOf", "extensionTo")}

    def outermost(name):
        while name in outer:
            name = outer[name]
        return name

    groups = {}
    for symbol in core["symbols"] + extensions["symbols"]:
        if symbol["kind"]["identifier"] != "swift.extension":
            groups.setdefault(outermost(identifier(symbol)), []).append(symbol)
    known = {identifier(symbol) for symbol in own["symbols"]}
    new = own["symbols"]
    added = set()
    while new:
        names = {outermost(name) for name in mentioned(new)} & groups.keys()
        new = [symbol for name in sorted(names) for symbol in groups[name] if identifier(symbol) not in known]
        known |= {identifier(symbol) for symbol in new}
        added |= {identifier(symbol) for symbol in new}
        own["symbols"] += new
    blocks = {link["source"]: link["target"] for link in links if link["kind"] == "extensionTo"}
    for link in links:
        if link["source"] in added and link["kind"] != "extensionTo":
            own["relationships"].append({**link, "target": blocks.get(link["target"], link["target"])})
    # What the module adds to a type that it re-exports is documented with that type.
    merged = {link["source"]: link["target"] for link in own["relationships"] if link["kind"] == "extensionTo"}
    merged = {block: name for block, name in merged.items() if name in known}
    own["symbols"] = [symbol for symbol in own["symbols"] if identifier(symbol) not in merged]
    own["relationships"] = [
        {**link, "target": merged.get(link["target"], link["target"])}
        for link in own["relationships"] if link["source"] not in merged]
    (pathlib.Path(folder) / f"{module}.symbols.json").write_text(json.dumps(own))
    # What has been added is not documented a second time, as an extension of another module's types.
    for name in (below, f"{below}@Swift", f"{module}@{below}"):
        (pathlib.Path(folder) / f"{name}.symbols.json").unlink(missing_ok=True)


main(*sys.argv[1:])
