// include: remoteScript/task.js
// The identifier is stored before the script starts, so that the abort script has it.
remoteId = newId();
loginFor(taskSettings(), { id: remoteId });
task.statusLine = 'Connecting to the host';
task.schedule('remoteScript/Unix.start.js', 1);
