import json
import re

from xlrelease.HttpRequest import HttpRequest

MANIFEST = 'application/vnd.oci.image.manifest.v1+json'


class Registry(object):
    """Asks a registry; where it wants a token, fetches one from whoever it names."""

    def __init__(self, connection):
        self.connection = connection
        self.tokens = {}

    def call(self, method, context, body='', contentType='application/json', scope=None):
        headers = {'Accept': contentType}
        if scope in self.tokens:
            headers['Authorization'] = 'Bearer ' + self.tokens[scope]
        params = {'url': self.connection['url']}
        response = HttpRequest(params).doRequest(
            method=method, context=context, body=body, contentType=contentType, headers=headers)
        if response.status == 401 and scope not in self.tokens:
            challenge = response.headers['Www-Authenticate']
            self.tokens[scope] = self.token(challenge)
            return self.call(method, context, body, contentType, scope)
        return response

    def token(self, challenge):
        wanted = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
        context = wanted['realm'].replace(self.connection['url'], '')
        response = HttpRequest(self.connection).get(
            '%s?service=%s&scope=%s' % (context, wanted['service'], wanted['scope']), contentType='application/json')
        if not response.isSuccessful():
            raise Exception('No token: HTTP %s' % response.status)
        return json.loads(response.response)['token']

    def tags(self, image):
        response = self.call('GET', '/v2/%s/tags/list' % image, scope='pull')
        self.expect(response, 200)
        return json.loads(response.response)['tags']

    def digest(self, image, tag):
        response = self.call('HEAD', '/v2/%s/manifests/%s' % (image, tag), contentType=MANIFEST, scope='pull')
        self.expect(response, 200)
        return response.headers['Docker-Content-Digest']

    def retag(self, image, tag, new_tag):
        found = self.call('GET', '/v2/%s/manifests/%s' % (image, tag), contentType=MANIFEST, scope='pull')
        self.expect(found, 200)
        put = self.call('PUT', '/v2/%s/manifests/%s' % (image, new_tag), found.response, MANIFEST, 'push')
        self.expect(put, 201)

    def remove(self, image, tag):
        self.expect(self.call('DELETE', '/v2/%s/manifests/%s' % (image, tag), scope='push'), 202)

    def expect(self, response, status):
        if response.status != status:
            raise Exception('Registry: HTTP %s' % response.status)
