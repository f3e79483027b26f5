#!/usr/bin/env python3
"""Compares three verifiers of certificates on chains that openssl makes (0011-certificate-verifier.md).

    Proposals/0011-compare.py KEYCHAINCTL [FOLDER]

It builds a program on swift-certificates in the folder (/tmp/certificate-verifiers), which takes minutes and needs the
network, and prints a table: which verifier trusts the last certificate of each chain for a host.
"""
import os, shutil, subprocess, sys, time

PACKAGE = """\
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Compare",
    dependencies: [.package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1")],
    targets: [
        .executableTarget(name: "Compare", dependencies: [.product(name: "X509", package: "swift-certificates")])
    ]
)
"""
PROGRAM = """\
import Foundation
import X509

// Compare HOST ROOT LEAF OTHER...: exits with 0 if the verifier trusts the leaf for that host.
let arguments = CommandLine.arguments
func certificates(_ path: String) throws -> Certificate {
    try Certificate(pemEncoded: String(contentsOfFile: path, encoding: .utf8))
}
let host = arguments[1]
let root = try certificates(arguments[2])
let leaf = try certificates(arguments[3])
let others = try arguments.dropFirst(4).map(certificates)
func validate() async -> CertificateValidationResult {
    var verifier = Verifier(rootCertificates: CertificateStore([root])) {
        RFC5280Policy()
        ServerIdentityPolicy(serverHostname: host, serverIP: nil)
    }
    return await verifier.validate(leaf: leaf, intermediates: CertificateStore(others))
}
switch await validate() {
case .validCertificate(let chain):
    print("trusted: \\(chain.count) certificates")
case .couldNotValidate(let failures):
    print("refused: \\(failures.map { String(describing: $0.policyFailureReason) })")
    exit(1)
}
"""
HOST = 'a.corp.example'

CA = 'basicConstraints = critical,CA:true\nkeyUsage = critical,keyCertSign,cRLSign'
SRV = 'extendedKeyUsage = serverAuth\nsubjectAltName = DNS:a.corp.example'


def l(subject, extensions, **options):
    """A certificate: its common name, its extensions, and what else differs (days, key, md, pss)."""
    return subject, extensions, options


R = l('Root', CA)
I = l('Issuing', CA)
L = l('Leaf', SRV)


def nc(text, leaf='DNS:a.corp.example', root=''):
    """A chain whose middle certificate has constraints on names, and whose last one has a name more."""
    return [l('Root', CA + root), l('Issuing', CA + '\nnameConstraints = critical,' + text),
            l('Leaf', 'extendedKeyUsage = serverAuth\nsubjectAltName = DNS:a.corp.example,' + leaf)]


# The name of a chain, and its certificates, the root first; the last word leaves those in the middle out.
ROWS = [
    ('two certificates', [R, L]),
    ('three certificates', [R, I, L]),
    ('five certificates', [R, I, l('B', CA), l('C', CA), L]),
    ('no issuer', [R, I, L], 'drop'),
    ('expired leaf', [R, I, l('Leaf', SRV, days=-1)]),
    ('issuer is no authority', [R, l('Issuing', 'basicConstraints = CA:false'), L]),
    ('issuer without basic constraints', [R, l('Issuing', 'keyUsage = keyCertSign'), L]),
    ('issuer may not sign', [R, l('Issuing', 'basicConstraints = critical,CA:true\nkeyUsage = critical,cRLSign'), L]),
    ('path length kept', [R, l('Issuing', CA.replace('true', 'true,pathlen:1')), l('B', CA), L]),
    ('path length exceeded', [R, l('Issuing', CA.replace('true', 'true,pathlen:0')), l('B', CA), L]),
    ('path length, self-issued', [R, l('Issuing', CA.replace('true', 'true,pathlen:0')), l('Issuing', CA), L]),
    ('unknown critical extension', [R, I, l('Leaf', SRV + '\n1.2.3.4 = critical,DER:05:00')]),
    ('unknown extension', [R, I, l('Leaf', SRV + '\n1.2.3.4 = DER:05:00')]),
    ('critical certificate policies', [R, I, l('Leaf', SRV + '\ncertificatePolicies = critical,2.23.140.1.2.1')]),
    ('other host', [R, I, l('Leaf', SRV.replace('a.corp', 'b.corp'))]),
    ('wildcard', [R, I, l('Leaf', SRV.replace('a.corp', '*.corp'))]),
    ('host in the common name only', [R, I, l('a.corp.example', 'extendedKeyUsage = serverAuth')]),
    ('for clients', [R, I, l('Leaf', SRV.replace('serverAuth', 'clientAuth'))]),
    ('no extended key usage', [R, I, l('Leaf', 'subjectAltName = DNS:a.corp.example')]),
    ('issuer for clients', [R, l('Issuing', CA + '\nextendedKeyUsage = clientAuth'), L]),
    ('900 days', [R, I, l('Leaf', SRV, days=900)]),
    ('RSA of 1,024 bits', [R, I, l('Leaf', SRV, key='rsa1024')]),
    ('RSA of 2,048 bits', [R, l('Issuing', CA, key='rsa2048'), L]),
    ('SHA-1', [R, l('Issuing', CA, key='rsa2048'), l('Leaf', SRV, md='sha1')]),
    ('Ed25519', [l('Root', CA, key='ed25519'), l('Leaf', SRV)]),
    ('RSA-PSS', [l('Root', CA, key='rsa2048'), l('Leaf', SRV, pss=True)]),
    ('permitted host', nc('permitted;DNS:corp.example')),
    ('host that is not permitted', nc('permitted;DNS:corp.example', 'DNS:evil.test')),
    ('excluded host', nc('excluded;DNS:evil.test', 'DNS:www.evil.test')),
    ('excluded host below a wildcard', nc('excluded;DNS:www.evil.test', 'DNS:*.evil.test')),
    ('permitted address', nc('permitted;IP:192.0.2.0/255.255.255.0', 'IP:192.0.2.7')),
    ('address that is not permitted', nc('permitted;IP:192.0.2.0/255.255.255.0', 'IP:198.51.100.7')),
    ('permitted mail', nc('permitted;email:corp.example', 'email:ann@corp.example')),
    ('constraint of the root', nc('permitted;DNS:example', 'DNS:b.example', '\nnameConstraints = critical,permitted;DNS:corp.example')),
    ('constraint that is not critical', [R, l('Issuing', CA + '\nnameConstraints = permitted;DNS:other.example'), L]),
]


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, **options)


def need(*words, **options):
    done = run(*words, **options)
    assert done.returncode == 0, (words, done.stdout + done.stderr)
    return done.stdout


def make(folder, links):
    """Makes a chain: 0.pem is the root."""
    os.makedirs(folder)
    for place, (subject, extensions, options) in enumerate(links):
        def file(ending, place=place):
            return f'{folder}/{place}.{ending}'
        kind = options.get('key', 'ec')
        if kind == 'ec':
            need('openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file('key'))
        elif kind == 'ed25519':
            need('openssl', 'genpkey', '-algorithm', 'ed25519', '-out', file('key'))
        else:
            need('openssl', 'genrsa', '-out', file('key'), kind[3:])
        with open(file('cnf'), 'w') as configuration:
            configuration.write('[req]\nprompt=no\ndistinguished_name=s\nx509_extensions=e\n'
                                f'[s]\nCN={subject}\n[e]\nsubjectKeyIdentifier=hash\n{extensions}\n')
        days = options.get('days', 90)
        issuer = ['-CA', file('pem', place - 1), '-CAkey', file('key', place - 1)] if place else []
        common = ['-set_serial', str(place + 1), '-days', str(days), '-out', file('pem')] + issuer
        if days < 0:  # Only this command makes certificates of the past.
            need('openssl', 'req', '-new', '-key', file('key'), '-config', file('cnf'), '-out', file('csr'))
            need('openssl', 'x509', '-req', '-in', file('csr'), '-extfile', file('cnf'), '-extensions', 'e', *common)
            continue
        if options.get('md'):
            common += ['-' + options['md']]
        if options.get('pss'):
            common += ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:digest']
        need('openssl', 'req', '-x509', '-new', '-key', file('key'), '-config', file('cnf'), *common)


def verdicts(folder, links, leaves_out, keychainctl, program):
    """What the three say: whether they trust it, and their words."""
    last = f'{folder}/{len(links) - 1}.pem'
    others = [] if leaves_out else [f'{folder}/{place}.pem' for place in range(1, len(links) - 1)]
    untrusted = [word for other in others for word in ('-untrusted', other)]
    home = f'{folder}/home'
    os.makedirs(home, mode=0o700)
    environment = dict(os.environ, HOME=home, XDG_DATA_HOME=home)
    for certificate in [f'{folder}/0.pem', *others, last]:
        with open(certificate) as pem:
            need(keychainctl, 'certificate', 'import', env=environment, stdin=pem)
    answers = [
        run(keychainctl, 'certificate', 'verify', '--label', links[-1][0], '--host', HOST, env=environment),
        run(program, HOST, f'{folder}/0.pem', last, *others),
        run('openssl', 'verify', '-CAfile', f'{folder}/0.pem', '-purpose', 'sslserver', '-verify_hostname', HOST,
            *untrusted, last),
    ]
    return [(a.returncode == 0, ' '.join((a.stderr + a.stdout).split())[:160]) for a in answers]


def main(keychainctl, folder='/tmp/certificate-verifiers'):
    os.makedirs(f'{folder}/Sources/Compare', exist_ok=True)
    for name, text in [('Package.swift', PACKAGE), ('Sources/Compare/main.swift', PROGRAM)]:
        with open(f'{folder}/{name}', 'w') as file:
            file.write(text)
    start = time.monotonic()
    need('swift', 'build', cwd=folder)
    print(f'built in {time.monotonic() - start:.0f} seconds\n')
    print('| chain | here | swift-certificates | openssl |\n|---|---|---|---|')
    shutil.rmtree(f'{folder}/chains', ignore_errors=True)
    same = [0, 0, 0]
    for number, (name, links, *rest) in enumerate(ROWS):
        place = f'{folder}/chains/{number:02}'
        make(place, links)
        found = verdicts(place, links, bool(rest), keychainctl, f'{folder}/.build/debug/Compare')
        ours, theirs, openssl = (answer[0] for answer in found)
        print(f'| {name} |' + ''.join(f' {"yes" if answer[0] else "no"} |' for answer in found))
        print(name, [answer[1] for answer in found], file=sys.stderr)
        for place, isSame in enumerate([ours == theirs, ours == openssl, theirs == openssl]):
            same[place] += isSame
    print(f'\n{len(ROWS)} chains; the same answer here and from swift-certificates: {same[0]}, '
          f'here and from openssl: {same[1]}, from both others: {same[2]}')


main(*sys.argv[1:])
