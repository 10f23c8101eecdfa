from kubernetes.manifest import as_json, objects_in

documents = as_json(objects_in(manifest))
# The requests are in JavaScript, because each of them repeats the script.
task.schedule('kubernetes/Apply.send.js', 1)
