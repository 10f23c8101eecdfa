import hashlib
import requests
from larder.lib import metadata

auth = requests.auth.HTTPBasicAuth(server['username'], server['password'])
path, name = metadata.path_of(coordinates)

found = requests.get('/'.join([server['url'], fromRepository, path, 'maven-metadata.xml']), auth=auth)
found.raise_for_status()
version, versions = metadata.read(found.content)
print '%d versions, %s is the latest' % (len(versions), version)

file = '%s/%s/%s-%s.bin' % (path, version, name, version)
artefact = requests.get('/'.join([server['url'], fromRepository, file]), auth=auth).content
size = len(artefact)
checksum = hashlib.sha1(artefact).hexdigest()
answer = requests.put(
    '/'.join([server['url'], toRepository, file]),
    data=artefact,
    auth=auth,
    headers={'Content-Type': 'application/octet-stream', 'X-Checksum-Sha1': checksum},
)
if answer.status_code == 409:
    raise Exception('%s is there already' % file)
answer.raise_for_status()
