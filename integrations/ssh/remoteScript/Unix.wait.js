// include: remoteScript/task.js
/** Reads the state of the script; null if the host is unavailable. */
function read() {
  try {
    const result = onRemote('read');
    pollFailures = null;
    return result;
  } catch (error) {
    if (error.name !== 'HttpFailed' && error.name !== 'HttpTimeout') throw error;
    const count = Number(pollFailures ?? 0) + 1;
    if (count > 30) throw new Error(`${error.message} (30 times in a row)`);
    pollFailures = String(count);
    task.statusLine = `Waiting for the host: ${error.message}`;
    task.schedule('remoteScript/Unix.wait.js', Math.min(2 ** count, 300));
    return null;
  }
}
const result = read();
if (result !== null) follow(result);
