from bugtrail.client import IssueClient

client = IssueClient(server, username, password)
moved = 0
for key in issueKeys:
    client.move(key, transition, comment)
    moved += 1
    task.setStatusLine('%d of %d moved' % (moved, len(issueKeys)))
