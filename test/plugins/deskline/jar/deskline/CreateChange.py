import traceback, sys
from deskline.DeskClient import DeskClient, DeskException

client = DeskClient.create_client(deskServer, username, password)
record = {'short_description': shortDescription, 'correlation_id': release.id}
record.update(content)
if plannedStart is not None:
    record['start_date'] = str(plannedStart)[:19].replace('T', ' ')

try:
    data = client.create('change_request', record)
except DeskException, e:
    print 'Failed to create a change: %s' % e
    raise
sysId = data['sys_id']
ticket = data['number']
client.report('Created change', {'number': ticket, 'state': data['state']})
