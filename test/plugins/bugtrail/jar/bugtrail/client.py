import json
import urllib

from xlrelease.HttpRequest import HttpRequest
from xlrelease.CredentialsFallback import CredentialsFallback
from bugtrail.util import fail


class IssueClient(object):
    def __init__(self, server, username=None, password=None):
        if server is None:
            fail('No server provided.')
        self.server = server
        credentials = CredentialsFallback(server, username, password).getCredentials()
        self.request = HttpRequest(server, credentials['username'], credentials['password'])

    def create(self, project, summary, description, issue_type, fields, labels):
        content = {
            'fields': {
                'project': {'key': project},
                'summary': summary,
                'description': description or '',
                'issuetype': {'name': issue_type.title()},
            }
        }
        for name in sorted(fields.keys()):
            content['fields'][name] = self._value_of(fields[name])
        if labels:
            content['fields']['labels'] = sorted(labels)
        response = self.request.post('/rest/issue', json.dumps(content), contentType='application/json')
        if response.status != 201:
            fail(u'Failed to create an issue in {0}.'.format(self.server['url']), response)
        return json.loads(response.response)['key']

    def move(self, key, transition, comment):
        url = '/rest/issue/%s/transitions' % key
        response = self.request.get(url, contentType='application/json')
        if not response.isSuccessful():
            fail(u"Unable to find the transitions of issue '%s'." % key, response)
        known = dict((each['name'].lower(), each['id']) for each in json.loads(response.response)['transitions'])
        if transition.lower() not in known:
            fail("Unable to find transition '%s' for issue '%s'; there are: %s" % (transition, key, ', '.join(sorted(known))))
        content = {'transition': {'id': known[transition.lower()]}}
        if comment:
            content['update'] = {'comment': [{'add': {'body': comment}}]}
        response = self.request.post(url, body=json.dumps(content), contentType='application/json')
        if response.status not in (200, 204):
            fail("Failed to move issue '%s'." % key, response)

    def search(self, query):
        found, start = {}, 0
        while True:
            url = '/rest/search?' + urllib.urlencode([('jql', query), ('startAt', start)])
            response = self.request.get(url, contentType='application/json')
            if response.status != 200:
                fail(u"Failed to execute search '{0}'.".format(query), response)
            page = json.loads(response.response)
            for item in page['issues']:
                found[item['key']] = (item['fields']['summary'], item['fields']['status']['name'])
            start = start + len(page['issues'])
            if start >= page['total'] or not page['issues']:
                return found

    def link_of(self, key):
        return '%s/browse/%s' % (self.server['url'].rstrip('/'), key)

    @staticmethod
    def _value_of(text):
        try:
            return json.loads(text)
        except ValueError:
            return text
