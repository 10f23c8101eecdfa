from rollout.tasks import Tasks

tasks = Tasks(HttpRequest(server))
state, steps = tasks.look(deploymentId)
task.setStatusLine('%d of %d steps' % (len([1 for done, _ in steps if done == 'DONE']), len(steps)))
if state in ('PENDING', 'EXECUTING'):
    task.schedule('rollout/wait.py', 1)
elif state == 'EXECUTED':
    for done, text in steps:
        print '* %s: %s' % (text, done)
else:
    if rollbackOnFailure:
        tasks.rollback(deploymentId)
        print 'Rolled back'
    raise Exception('Deployment %s: %s' % (deploymentId, state))
