import sys
from larder.lib import metadata

request = HttpRequest(server)
path, _ = metadata.path_of(coordinates)
response = request.get('%s/%s/maven-metadata.xml' % (repository, path), contentType='application/xml')
if response.status == 404:
    print "Nothing published yet"
    if not triggerState:
        triggerState = artefactVersion = 'none'
elif not response.isSuccessful():
    response.errorDump()
    sys.exit(1)
else:
    artefactVersion = triggerState = metadata.read(response.response)[0]
