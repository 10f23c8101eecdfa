from millwork.jobs import Jobs

jobs = Jobs(server)
if buildNumber:
    response = jobs.stop(jobName, buildNumber)
    print 'Stopped build #%s: %s' % (buildNumber, response.status)
elif location:
    jobs.cancel(location)
    print 'Cancelled what was queued.'
