import time
from deskline.DeskClient import DeskClient

client = DeskClient.create_client(deskServer, username, password)
record = None
while record is None or record['approval'] == 'requested':
    if record is not None:
        time.sleep(pollInterval)
    try:
        record = client.find('change_request', sysId, ['number', 'approval', 'approver'])
    except LookupError, e:
        print 'Not there yet: %s' % e
        record = {'approval': 'requested'}

if record['approval'] != 'approved':
    raise Exception('%s was %s' % (record['number'], record['approval']))
approvedBy = record['approver']['display_value']
