import json, urllib
from datetime import datetime, timedelta

FORMAT = '%Y-%m-%dT%H:%M:%SZ'
request = HttpRequest(server)
headers = {'Authorization': 'Api-Token ' + apiToken}
since = datetime.strptime(began, FORMAT)
until = since + timedelta(minutes=minutes)

query = urllib.urlencode([('series', series), ('from', began), ('to', until.isoformat() + 'Z')])
response = request.get('/api/points?' + query, contentType='application/json', headers=headers)
if response.status == 200:
    points = json.loads(response.response)['points']
    highest = max([highest] + [int(value) for _, value in points])

if highest > most:
    request.patch('/api/annotations/%s' % annotation, json.dumps({'state': 'alarm'}), contentType='application/json', headers=headers)
    raise Exception('%s has risen to %d, above %d' % (series, highest, most))
if datetime.utcnow() < until:
    task.setStatusLine('%s: %d at most until %s' % (series, highest, until.strftime('%H:%M')))
    task.schedule('gauge/Watch.look.py', 2)
