import json
import logging
from xlrelease.HttpRequest import HttpRequest

logger = logging.getLogger('confvault')


def read(server, path):
    logger.info('reading %s', path)
    response = HttpRequest(server).get('/v1/keys/' + path, contentType='application/json')
    if response.status == 404:
        raise KeyError('nothing at %s' % path)
    if response.status in (401, 403):
        raise Exception('The store does not let us read %s: HTTP %s' % (path, response.status))
    return json.loads(response.response)['data']


def write(server, path, data):
    response = HttpRequest(server).put('/v1/keys/' + path, json.dumps({'data': data}), contentType='application/json')
    if not response.isSuccessful():
        raise Exception('HTTP %s: %s' % (response.status, response.response))
