import json
from gitpond.Client import Client


def changed(before, now):
    for name in sorted(now):
        if before.get(name) != now[name]:
            return name, now[name]
    return '', ''


if server is None:
    raise Exception('No server provided.')

latest = Client(server).latest_commits(repository)
known = json.loads(triggerState) if triggerState else {}
branch, commitId = changed(known, latest)
if commitId and (not branchName or branchName == branch):
    triggerState = json.dumps(latest, sort_keys=True)
