from rollout.tasks import Tasks

if deploymentId:
    print 'Cancelling %s' % deploymentId
    Tasks(HttpRequest(server)).cancel(deploymentId)
else:
    print 'Nothing was started'
