// include: terraform/client.js
request(server, 'POST', runPath(run, '/actions/discard'), withComment());
print(`Discarded the run ${run.trim()}`);
