from gitpond.Client import Client
import time

merge = Client(server).merge_of(repository, number)
if merge['state'] == 'closed':
    if not merge['merged']:
        raise Exception('[Merge request %s] was closed without a merge ' % number)
    task.setStatusLine('Merged')
else:
    task.setStatusLine('Waiting for merge request %s ...' % number)
    task.schedule('gitpond/WaitForMerge.py', pollInterval)
