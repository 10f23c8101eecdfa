import json, uuid
from datetime import datetime, timedelta

FORMAT = '%Y-%m-%dT%H:%M:%SZ'
request = HttpRequest(server)
headers = {'Authorization': 'Api-Token ' + apiToken, 'Idempotency-Key': str(uuid.uuid4())}
content = {'title': task.title, 'tags': ['release', release.title], 'at': datetime.utcnow().strftime(FORMAT)}

response = request.post('/api/annotations', json.dumps(content), contentType='application/json', headers=headers)
if not response.isSuccessful():
    raise Exception('No annotation: HTTP %s' % response.status)
annotation = json.loads(response.response)['id']
began = datetime.utcnow().strftime(FORMAT)
highest = 0
task.schedule('gauge/Watch.look.py', 2)
