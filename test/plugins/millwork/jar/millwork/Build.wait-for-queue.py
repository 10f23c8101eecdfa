from millwork.jobs import Jobs

item = Jobs(server).queue_item(location)
if item.get('cancelled'):
    raise Exception('The build was cancelled while it was queued.')
if item.get('executable'):
    buildNumber = str(item['executable']['number'])
    task.setStatusLine('Running #%s' % buildNumber)
    task.schedule('millwork/Build.wait-for-build.py', 1)
else:
    task.setStatusLine(item.get('why') or 'Queued')
    task.schedule('millwork/Build.wait-for-queue.py', 1)
