from bugtrail.client import IssueClient

client = IssueClient(server, username, password)
issueKey = client.create(project, summary, description, issueType, fields, labels)
issueLink = client.link_of(issueKey)
print 'Created issue [%s](%s)' % (issueKey, issueLink)
