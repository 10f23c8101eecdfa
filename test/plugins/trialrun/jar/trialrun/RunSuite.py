import httplib
import json
import time
from urlparse import urlparse


class Grid:
    def __init__(self, grid):
        parts = urlparse(grid['url'])
        self.secure = parts.scheme == 'https'
        self.host = parts.netloc
        self.base = parts.path.rstrip('/')
        self.headers = {'X-Api-Key': grid['apiKey'], 'Content-Type': 'application/json'}

    def call(self, method, path, body=None):
        connection = httplib.HTTPSConnection(self.host) if self.secure else httplib.HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, self.base + path, json.dumps(body) if body is not None else None, self.headers)
            response = connection.getresponse()
            data = response.read()
            if response.status >= 300:
                raise Exception('%d %s: %s' % (response.status, response.reason, data))
            return json.loads(data), response.getheader('Retry-After')
        finally:
            connection.close()


client = Grid(grid)
sessions = {}
for browser in sorted(browsers):
    started, _ = client.call('POST', '/sessions', {'suite': suite, 'browser': browser})
    sessions[browser] = started['session']

passed, failed, results = 0, 0, {}
while len(results) < len(sessions):
    pause = 1
    for browser in [one for one in sorted(sessions) if one not in results]:
        session, wait = client.call('GET', '/sessions/' + sessions[browser])
        if session['state'] == 'ended':
            results[browser] = '%(passed)d passed, %(failed)d failed' % session
            passed += session['passed']
            failed += session['failed']
        elif wait:
            pause = max(pause, float(wait))
    if len(results) < len(sessions):
        time.sleep(pause)

print '| browser | result |\n|---|---|'
for browser, result in sorted(results.iteritems()):
    print '| %s | %s |' % (browser, result)
if failed:
    raise Exception('%d tests have failed' % failed)
