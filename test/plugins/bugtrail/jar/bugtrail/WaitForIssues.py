from bugtrail.client import IssueClient
from bugtrail.util import table

client = IssueClient(server, username, password)
found = client.search(query)
waiting = [key for key in found if found[key][1] not in expectedStatuses]
rounds = rounds + 1

if waiting:
    task.setStatusLine('Waiting for %s' % ', '.join(sorted(waiting)))
    task.schedule('bugtrail/WaitForIssues.py', pollInterval)
else:
    issues = dict((key, status) for key, (_, status) in found.items())
    print table(['Issue', 'Status', 'Summary'], [(key, found[key][1], found[key][0]) for key in sorted(found)])
    print 'after %d rounds' % rounds
