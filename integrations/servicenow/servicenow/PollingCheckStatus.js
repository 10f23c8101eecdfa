// include: servicenow/client.js
const again = { script: 'servicenow/PollingCheckStatus.js', seconds: Math.max((pollInterval ?? 10) * 60, 10) };
const expected = checkForStatus.split(',').map((value) => value.trim().toLowerCase());
const record = pollJson(servicenowServer, recordPath(tableName, sysId), withLogin(again));
if (record !== null) {
  data = dataOf(record.result);
  ticket = data.number;
  // biome-ignore lint/suspicious/noGlobalAssign: an output of the task has this name
  status = data[statusField];
  if (status === undefined) throw new Error(`the record has no field '${statusField}'`);
  task.statusLine = `${ticket}: ${statusField} is ${status}`;
  if (expected.includes(status.toLowerCase())) print(`${ticket}: ${statusField} is ${status}`);
  // The outputs of a failed script are not stored, so another script fails the task.
  else if (statusField === 'approval' && status.toLowerCase() === 'rejected')
    task.schedule('servicenow/PollingCheckStatus.fail.js', 1);
  else task.schedule(again.script, again.seconds);
}
