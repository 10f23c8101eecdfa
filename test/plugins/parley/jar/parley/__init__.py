import requests


class Parley(object):
    def __init__(self, server):
        self.url = server['url'].strip('/')
        self.sender = server['sender']
        self.headers = {'Authorization': 'Bearer %s' % server['token'], 'Accept': 'application/json'}

    def channel(self, name):
        response = requests.get(self.url + '/channels', params={'name': name, 'limit': 1}, headers=self.headers, timeout=30)
        response.raise_for_status()
        found = response.json()['channels']
        if not found:
            raise Exception("There is no channel '%s'." % name)
        return found[0]['id']

    def post(self, channel, text, mentions):
        payload = {'text': text, 'sender': self.sender, 'mentions': [{'user': user} for user in mentions]}
        response = requests.post('%s/channels/%s/messages' % (self.url, channel), json=payload, headers=self.headers)
        if response.status_code == 429:
            raise Exception('Rate limited: again in %s seconds' % response.headers['retry-after'])
        if not response.ok:
            raise Exception('%s %s: %s' % (response.status_code, response.reason, response.text))
        return response.json()['id']
