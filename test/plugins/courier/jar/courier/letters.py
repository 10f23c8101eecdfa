# -*- coding: utf-8 -*-
import json
import re
import urllib

PLAIN = re.compile(r'^[\w.+-]+@[\w-]+\.[\w.-]+$')


class Letter:
    def __init__(self, subject, body, urgent=False):
        self.subject = subject
        self.body = body
        self.urgent = urgent

    def form(self, to):
        fields = [('to', to), ('subject', self.subject.encode('utf-8')), ('text', self.body.encode('utf-8'))]
        if self.urgent:
            fields.append(('priority', 'high'))
        return urllib.urlencode(fields)


def send(request, account, letter, to):
    """None where it was taken, else why it was not."""
    if not PLAIN.match(to):
        return 'no address'
    response = request.post('/accounts/%s/messages' % urllib.quote(account), letter.form(to),
                            contentType='application/x-www-form-urlencoded')
    if response.status == 202:
        return None
    if response.status == 422:
        return json.loads(response.response)['message']
    raise Exception(u'The gateway has answered %s \u2013 %s' % (response.status, response.response))
