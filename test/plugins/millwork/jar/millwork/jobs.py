import json
import urllib
from urlparse import urlparse

from xlrelease.HttpRequest import HttpRequest


class Jobs:
    """What all scripts of this plugin ask of a server."""

    def __init__(self, server):
        self.server = server
        self.request = HttpRequest(server)

    def context_of(self, job):
        return '/job/' + '/job/'.join([urllib.quote(part) for part in job.split('/')])

    def crumb(self):
        response = self.request.get('/crumbIssuer/api/json', contentType='application/json')
        if response.status == 404:
            return {}
        issued = json.loads(response.response)
        return {issued['crumbRequestField']: issued['crumb']}

    def start(self, job, parameters):
        form = urllib.urlencode(parameters)
        context = self.context_of(job) + ('/buildWithParameters' if parameters else '/build')
        response = self.request.post(context, form, contentType='application/x-www-form-urlencoded', headers=self.crumb())
        if not response.isSuccessful():
            raise Exception('Failed to start [%s]: %s %s' % (job, response.status, response.response))
        return urlparse(response.headers['Location']).path

    def queue_item(self, location):
        return self._read(location + 'api/json')

    def build(self, job, number):
        return self._read('%s/%s/api/json' % (self.context_of(job), number))

    def stop(self, job, number):
        return self.request.post('%s/%s/stop' % (self.context_of(job), number), '', headers=self.crumb())

    def cancel(self, location):
        item = [part for part in location.split('/') if part][-1]
        return self.request.post('/queue/cancelItem?id=' + item, '', headers=self.crumb())

    def _read(self, context):
        response = self.request.get(context, contentType='application/json')
        if not response.isSuccessful():
            raise Exception('Server returned [%s] for %s' % (response.getStatus(), context))
        return json.loads(response.getResponse())
