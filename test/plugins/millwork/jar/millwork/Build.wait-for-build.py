from millwork.jobs import Jobs

build = Jobs(server).build(jobName, buildNumber)
if build['building']:
    task.schedule('millwork/Build.wait-for-build.py', 1)
else:
    buildStatus = build['result']
    print '[Build #%s](%s/job/%s/%s) ended: %s' % (buildNumber, server['url'], jobName, buildNumber, buildStatus)
    if buildStatus != 'SUCCESS':
        raise Exception('Build #%s: %s' % (buildNumber, buildStatus))
