// include: terraform/client.js
request(server, 'POST', runPath(run, '/actions/apply'), withComment());
runId = run.trim();
task.statusLine = `Run ${runId}: confirmed`;
task.schedule('terraform/ApplyRun.wait.js', 5);
