from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape


class Tasks(object):
    def __init__(self, request):
        self.request = request

    def prepare(self, application, version, environment):
        body = '<deployment type="UPDATE"><application>%s/%s</application><environment>%s</environment></deployment>' % (
            escape(application), escape(version), escape(environment))
        response = self.request.post('/deployit/deployment', body, contentType='application/xml')
        self.check(response, 'prepare')
        return ET.fromstring(response.response).attrib['id']

    def start(self, task_id):
        self.check(self.request.post('/deployit/tasks/%s/start' % task_id, '', contentType='application/xml'), 'start')

    def cancel(self, task_id):
        self.check(self.request.delete('/deployit/tasks/%s' % task_id, contentType='application/xml'), 'cancel')

    def rollback(self, task_id):
        self.check(self.request.post('/deployit/tasks/%s/rollback' % task_id, '', contentType='application/xml'), 'roll back')

    def look(self, task_id):
        response = self.request.get('/deployit/tasks/%s' % task_id, contentType='application/xml')
        self.check(response, 'look at')
        root = ET.fromstring(response.response)
        steps = [(step.get('state'), step.findtext('description')) for step in root.iter('step')]
        return root.get('state'), steps

    def check(self, response, what):
        if not response.isSuccessful():
            raise Exception("Unable to %s. Server return [%s], with content [%s]" % (what, response.status, response.response))
