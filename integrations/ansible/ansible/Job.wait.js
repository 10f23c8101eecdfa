// include: ansible/client.js
const state = pollJob({ script: 'ansible/Job.wait.js', seconds: 10 });
if (state !== null) {
  jobStatus = state.status;
  if (jobKind === 'jobs' && outputLines !== 0) jobOutput = readOutput();
  endWith(state, stopOnFailure !== false);
}

/** Returns the last lines of the output. An output that cannot be read does not fail the task. */
function readOutput() {
  try {
    const response = request(tower(), 'GET', `/api/v2/jobs/${job}/stdout/?format=txt`, withLogin());
    return response.text.trimEnd().split('\n').slice(-outputLines).join('\n');
  } catch (error) {
    print(`The output of the job cannot be read: ${error.message}`);
    return null;
  }
}
