"""Rehearses a tenant's move on the product: a tenant with a concert and a guide is exported from one server and imported into
another one with three tenants. Its public documents are compared byte for byte, and so are those of the three tenants before
and after the import.

    scripts/rehearse-backup     runs this after the backup
"""
import sys
import urllib.request

import rehearse_backup
import served

NEIGHBOURS = ['aurora', 'borealis', 'cascade']


def shown(server, hosts):
    return {host: rehearse_backup.documents(server.port, {}, host) for host in hosts}


def main():
    faults = []
    # Documents carry addresses: both are reached by the same port.
    reached = {'TUTTI_PUBLIC_URL': 'https://tutti.example'}
    with served.Served('hall', **reached) as source, served.Served(NEIGHBOURS[0], **reached) as target:
        with open(source.folder + '/guide.xml', 'w') as file:
            file.write(rehearse_backup.guide())
        source.command('import', 'xmltv', file.name, '--tenant', 'hall')
        for number, name in enumerate(NEIGHBOURS):
            if number:
                target.command('tenant', 'add', name, '--name', name, '--host', f'{name}.example')
            target.command('import', 'xmltv', file.name, '--tenant', name)
        hosts = [f'{name}.example' for name in NEIGHBOURS]
        before = shown(target, hosts)
        archive = source.folder + '/hall.tar'
        source.command('tenant', 'export', 'hall', '--output', archive)
        print(target.command('tenant', 'import', archive, '--multicast', '239.255.63.1:12345').strip())
        # A tenant that comes in is off the air: what shows the live concert is compared once it is on again.
        concert = source.command('concert', 'list', '--tenant', 'hall').split()[0]
        target.command('concert', 'activate', concert, '--tenant', 'hall')
        request = urllib.request.Request(target.url + '/getPieces.php', headers={'Host': 'hall.example'})
        rehearse_backup.served_within(request)
        expected = rehearse_backup.documents(source.port, {}, 'hall.example')
        found = rehearse_backup.documents(target.port, {}, 'hall.example')
        for path in sorted(set(expected) | set(found)):
            if expected.get(path) != found.get(path):
                faults.append(f'{path} differs')
        print(f'{len(expected)} documents of the tenant compared, {sum(len(body) for _, body in expected.values())} bytes')
        after = shown(target, hosts)
        for host in hosts:
            faults += [f'{host}{path} is another than before' for path in before[host]
                       if after[host].get(path) != before[host][path]]
        print(f'{sum(map(len, before.values()))} documents of the others compared')
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
