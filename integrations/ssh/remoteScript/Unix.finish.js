// include: remoteScript/task.js
// The outputs are stored now, so the files on the host are no longer needed.
try {
  onRemote('remove');
} catch (error) {
  print(`The temporary files of the script stay on the host: ${error.message}`);
}
if (exitCode === null)
  throw new Error('the script ended without an exit code: it was killed, or the host has restarted');
if (exitCode !== 0) {
  const reason = (err ?? '').trim().split('\n').at(-1).slice(0, 300);
  throw new Error(`the script ended with the exit code ${exitCode}${reason === '' ? '' : `: ${reason}`}`);
}
