from kubernetes.manifest import as_json, objects_in

objects = objects_in(manifest)
if len(objects) != 1 or objects[0]['kind'] != 'Job':
    raise Exception('manifest: expected one object of the kind Job')
job = as_json(objects[0])
jobName = objects[0]['metadata']['name']
# The requests are in JavaScript, because each of them repeats the script.
task.schedule('kubernetes/RunJob.start.js', 1)
