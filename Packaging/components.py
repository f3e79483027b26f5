#!/usr/bin/env python3
"""Writes the list of components of a release (SBOM) as SPDX 2.3 in JSON.

  Packaging/components.py VERSION SECONDS PROGRAM... >FILE

The program's version, the time of the release in seconds since 1970, and the programs themselves, keychainctl first:
their digests, and the system libraries that they load. The packages inside of them are those of a build without the
trait Configuration, in the versions of Package.resolved.
"""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

LICENSES = {
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-asn1": "Apache-2.0",
    "swift-crypto": "Apache-2.0",
}


def main(version, seconds, *programs):
    root = pathlib.Path(__file__).resolve().parent.parent
    digests = [hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest() for program in programs]
    when = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    tools = [package(pathlib.Path(program).name, version, "Apache-2.0") for program in programs]
    for tool, digest in zip(tools, digests):
        tool["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    inside = [tool_runtime()]
    pins = json.loads((root / "Package.resolved").read_text())["pins"]
    names = built(root)
    inside += [resolved(pin) for pin in pins if pin["identity"] in names]
    loaded = [libraries(program) for program in programs]
    outside = {name: package(name, "NOASSERTION", "NOASSERTION") for names in loaded for name in names}
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"keychainctl-{version}",
        # Unique for these bytes, as SPDX wants it, without a server that answers.
        "documentNamespace": f"urn:sha256:{digests[0]}",
        "creationInfo": {
            "created": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: components.py"],
        },
        "packages": tools + inside + list(outside.values()),
        "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", tool["SPDXID"]) for tool in tools]
        + [relation(tool["SPDXID"], "CONTAINS", part["SPDXID"]) for tool in tools for part in inside]
        + [
            relation(tool["SPDXID"], "DYNAMIC_LINK", outside[name]["SPDXID"])
            for tool, names in zip(tools, loaded)
            for name in names
        ],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


def package(name, version, license_name):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": license_name,
        "licenseDeclared": license_name,
        "copyrightText": "NOASSERTION",
    }


def built(root):
    """The packages of a build without traits; Package.resolved also has those that a trait needs."""
    said = subprocess.run(
        ["swift", "package", "--scratch-path", ".build/static", "--only-use-versions-from-resolved-file"]
        + ["show-dependencies", "--format", "json"],
        cwd=root, capture_output=True, text=True, check=True,
    )

    def names(package):
        return {package["identity"]}.union(*map(names, package["dependencies"]))

    return names(json.loads(said.stdout))


def resolved(pin):
    state = pin["state"]
    part = package(pin["identity"], state["version"], LICENSES[pin["identity"]])
    part["downloadLocation"] = f"git+{pin['location']}@{state['revision']}"
    part["externalRefs"] = [
        {
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": purl(pin["location"], state["version"]),
        }
    ]
    return part


def purl(location, version):
    host_and_path = re.sub(r"^https://|\.git$", "", location)
    return f"pkg:swift/{host_and_path}@{version}"


def tool_runtime():
    """The Swift runtime and Foundation, linked into the program."""
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
    version = re.search(r"Swift version (\S+)", said.stdout + said.stderr)
    return package("swift", version[1], "Apache-2.0 WITH Swift-exception")


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def libraries(program):
    said = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True)
    return sorted(re.findall(r"\(NEEDED\).*\[([^]]+)\]", said.stdout))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
