import base64
import json
import re
import urllib

from xlrelease.HttpRequest import HttpRequest

PAGE_SIZE = 3


class Client(object):
    def __init__(self, server):
        self.server = server
        self.request = HttpRequest(server)
        self.headers = {'Accept': 'application/json', 'PRIVATE-TOKEN': server['accessToken']}

    @staticmethod
    def get_client(variables):
        if variables['server'] is None:
            raise Exception('No server provided!')
        return Client(variables['server'])

    def call(self, method, context, content=None):
        options = {'method': method, 'context': context, 'headers': self.headers, 'contentType': 'application/json'}
        if content is not None:
            options['body'] = json.dumps(content)
        response = self.request.doRequest(**options)
        if response.status >= 400:
            raise Exception('{} {}: HTTP {} {}'.format(method, context, response.status, response.response))
        return response

    def read(self, context):
        return json.loads(self.call('GET', context).response)

    def read_all(self, context):
        """All pages: each names the next one in its header `Link`."""
        everything = []
        context = '{}{}per_page={}'.format(context, '&' if '?' in context else '?', PAGE_SIZE)
        while context is not None:
            response = self.call('GET', context)
            everything += json.loads(response.response)
            context = self.next_page(response.headers.get('Link'))
        return everything

    def next_page(self, link):
        for part in (link or '').split(','):
            match = re.match(r'\s*<([^>]+)>\s*;\s*rel="(\w+)"', part)
            if match and match.group(2) == 'next':
                return match.group(1).replace(self.server['url'], '')
        return None

    def gitpond_createbranch(self, variables):
        repository = urllib.quote(variables['repository'], '')
        content = {'name': variables['branch'], 'ref': variables['fromBranch']}
        created = json.loads(self.call('POST', '/api/repos/%s/branches' % repository, content).response)
        print 'Branch {name} at {id}'.format(name=created['name'], id=created['commit']['id'])
        return {'commitId': str(created['commit']['id'])}

    def gitpond_listtags(self, variables):
        context = '/api/repos/%s/tags' % urllib.quote(variables['repository'], '')
        if variables['search'] not in [None, '']:
            context += '?search=' + urllib.quote_plus(variables['search'])
        names = [tag['name'] for tag in self.read_all(context)]
        newest = sorted(names, key=lambda name: [int(part) for part in re.findall(r'\d+', name)])[-1:]
        return {'tags': names, 'newest': newest[0] if newest else ''}

    def gitpond_updatefile(self, variables):
        context = '/api/repos/%s/files/%s' % (urllib.quote(variables['repository'], ''), urllib.quote(variables['path'], ''))
        found = self.read(context + '?ref=' + urllib.quote_plus(variables['branch']))
        text = base64.b64decode(found['content']).decode('utf-8')
        changed = re.sub(variables['pattern'], variables['replacement'], text)
        if changed == text:
            print 'Nothing to change in %s' % variables['path']
            return {'commitId': found['commit']}
        content = {
            'branch': variables['branch'],
            'sha': found['sha'],
            'message': 'Change %s' % variables['path'],
            'content': base64.b64encode(changed.encode('utf-8')),
        }
        return {'commitId': json.loads(self.call('PUT', context, content).response)['commit']}

    def gitpond_mergerequest(self, variables):
        repository = urllib.quote(variables['repository'], '')
        content = {'source': variables['source'], 'target': variables['target'], 'title': variables['subject']}
        created = json.loads(self.call('POST', '/api/repos/%s/merges' % repository, content).response)
        return {'number': created['number']}

    def latest_commits(self, repository):
        branches = self.read_all('/api/repos/%s/branches' % urllib.quote(repository, ''))
        return dict((branch['name'], branch['commit']['id']) for branch in branches)

    def merge_of(self, repository, number):
        return self.read('/api/repos/%s/merges/%d' % (urllib.quote(repository, ''), number))
