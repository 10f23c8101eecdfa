// include: remoteScript/task.js
/** Starts the script. Repeats a start whose result is unknown, because the host starts a script only once. */
function start() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return onRemote('start', { directory: remotePath || null, script });
    } catch (error) {
      if (attempt === 3 || (error.name !== 'HttpFailed' && error.name !== 'HttpTimeout')) throw error;
      sleep(5);
    }
  }
}
follow(start());
