"""Adds to the symbol graph of a module those types of the modules below it that the declarations of the first one mention.

  python3 Scripts/reached_types.py folder Sandglass SandglassCore
  python3 Scripts/reached_types.py folder Sandglass SandglassCore SandglassLedger --with SandglassStores

The folder has the symbol graphs of all these modules. An app may receive such a type without ever writing its name, so the
module does not re-export it. Its documentation is needed nevertheless, with the members that the module itself adds.

A module after --with is documented together with the first one, as a whole: its types, and what it adds to those of others.
"""

import argparse
import json
import pathlib


def identifier(symbol):
    return symbol["identifier"]["precise"]


def mentioned(symbols):
    """Returns the identifiers of the types in the declarations."""
    parts = [part for symbol in symbols for part in symbol.get("declarationFragments", [])]
    return {part["preciseIdentifier"] for part in parts if "preciseIdentifier" in part}


def main(folder, module, below, whole):
    def graph(*names):
        joined = {"symbols": [], "relationships": []}
        for name in names:
            path = pathlib.Path(folder) / f"{name}.symbols.json"
            found = json.loads(path.read_text()) if path.exists() else {}
            lists = {key: joined[key] + found.get(key, []) for key in ("symbols", "relationships")}
            joined |= found | lists
        return joined

    own = graph(*whole, *(f"{name}@{module}" for name in whole), module)
    core, extensions = graph(*below), graph(*(f"{name}@{other}" for name in (module, *whole) for other in below))
    # Types that several of the modules re-export are there once.
    own["symbols"] = list({identifier(symbol): symbol for symbol in own["symbols"]}.values())
    own["relationships"] = list({json.dumps(link): link for link in own["relationships"]}.values())
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
    # What has been added is not documented a second time, as a module's own or as an extension of another module's types.
    for name in (*below, *whole):
        for path in (*pathlib.Path(folder).glob(f"{name}.*"), *pathlib.Path(folder).glob(f"{name}@*")):
            path.unlink()
    for name in below:
        (pathlib.Path(folder) / f"{module}@{name}.symbols.json").unlink(missing_ok=True)


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("folder")
parser.add_argument("module")
parser.add_argument("below", nargs="+")
parser.add_argument("--with", nargs="*", default=[], dest="whole")
main(**vars(parser.parse_args()))
