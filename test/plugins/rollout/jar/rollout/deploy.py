from rollout.tasks import Tasks

tasks = Tasks(HttpRequest(server))
deploymentId = tasks.prepare(application, version, environment)
tasks.start(deploymentId)
state = 'EXECUTING'
task.setStatusLine('Started %s' % deploymentId)
task.schedule('rollout/wait.py', 1)
