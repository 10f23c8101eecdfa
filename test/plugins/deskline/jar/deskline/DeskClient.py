import json, re, urllib
from xlrelease.HttpRequest import HttpRequest as BaseRequest
from .markdown import Report

RECORD_CREATED = 201


class DeskRequest(BaseRequest):
    """All that goes to the tables of a desk."""

    def table(self, name, **parameters):
        query = urllib.urlencode(sorted(parameters.items()))
        return '/api/now/table/%s%s' % (name, '?' + query if query else '')


class DeskException(Exception):
    def __init__(self, response):
        Exception.__init__(self, self._reason(response))

    def _reason(self, response):
        try:
            error = json.loads(response.response)['error']
            return 'HTTP %d: %s (%s)' % (response.status, error['message'], error.get('detail'))
        except (ValueError, KeyError):
            return 'HTTP %d: %s' % (response.status, re.sub('<[^>]+>', '', response.response or '')[:100])


class DeskClient(object):
    def __init__(self, connection, username=None, password=None):
        self.request = DeskRequest(connection, username, password)

    @staticmethod
    def create_client(connection, username=None, password=None):
        return DeskClient(connection, username, password)

    def create(self, table, content):
        return self._result(self.request.post(
            self.request.table(table, sysparm_display_value='true'),
            json.dumps(content), contentType='application/json', headers={'X-Requested-By': 'releases'}))

    def find(self, table, sys_id, fields):
        context = self.request.table(table, sysparm_query='sys_id=%s' % sys_id, sysparm_fields=','.join(fields))
        found = self._result(self.request.get(context, contentType='application/json'))
        if len(found) != 1:
            raise LookupError('%d records with sys_id %s' % (len(found), sys_id))
        return found[0]

    def report(self, heading, record):
        report = Report(heading)
        for name in sorted(record):
            report.row(name, record[name])
        report.write()

    def _result(self, response):
        if response.getStatus() not in (200, RECORD_CREATED):
            raise DeskException(response)
        return json.loads(response.getResponse())['result']
