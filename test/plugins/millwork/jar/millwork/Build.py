from millwork.jobs import Jobs

parameters = [('branch', branch)] if branch else []
for line in (jobParameters or '').splitlines():
    if line.strip():
        name, value = line.split('=', 1)
        parameters.append((name.strip(), value.strip()))

location = Jobs(server).start(jobName, parameters)
task.setStatusLine('Queued')
task.schedule('millwork/Build.wait-for-queue.py', 1)
