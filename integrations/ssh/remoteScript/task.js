// The scripts of one task: its settings, and the end of the remote script.
// include: remoteScript/client.js

/** Returns the settings of the task. Its host has the address and the default of the login. */
function taskSettings() {
  if (privateKeyFile) throw new Error('privateKeyFile: files of the server are not available, use privateKey');
  if (jumpstation) throw new Error('jumpstation: connections through another host are not supported');
  // The secrets of a host are for its own address only.
  if (host && (address || port || hostKey || hostKeyCheck))
    throw new Error('address, port, hostKey and hostKeyCheck are those of the host: leave them empty in the task');
  return {
    address: setting('address', address, host),
    port: setting('port', port, host),
    username: setting('username', username, host),
    password: setting('password', password, host),
    privateKey: setting('privateKey', privateKey, host),
    passphrase: setting('passphrase', passphrase, host),
    hostKey: setting('hostKey', hostKey, host),
    hostKeyCheck: setting('hostKeyCheck', hostKeyCheck, host),
    connectionType: setting('connectionType', connectionType, host),
    sudoUsername: setting('sudoUsername', sudoUsername, host),
    sudo,
    suUsername: setting('suUsername', suUsername, host),
    suPassword: setting('suPassword', suPassword, host),
  };
}

/** Performs an operation on the remote script of this task. */
function onRemote(operation, order = {}) {
  const { server, login } = loginFor(taskSettings(), { id: remoteId, seenHostKey });
  return perform(operation, server, { ...login, folder: temporaryDirectoryPath || '/tmp', ...order });
}

/** Stores the outputs of a script that has ended, or schedules the next poll. */
function follow(result) {
  const { state } = result;
  if (!hostKey && !host?.hostKey && !seenHostKey) {
    seenHostKey = result.hostKey;
    print(`Trusted the host key ${seenHostKey} on first use`);
  }
  polls = String(Number(polls ?? 0) + 1);
  if (state === 'missing')
    throw new Error('the files of the script are missing on the host: it has restarted, or they were deleted');
  if (state === 'starting' && Number(polls) > 20) throw new Error('the host has not started the script');
  if (state === 'ended' || state === 'lost') {
    ({ output, err, exitCode } = result);
    task.statusLine = state === 'lost' ? 'Ended without an exit code' : `Exit code ${exitCode}`;
    task.schedule('remoteScript/Unix.finish.js', 1);
  } else {
    task.statusLine = 'Running on the host';
    task.schedule('remoteScript/Unix.wait.js', Math.min(2 ** Number(polls), 30));
  }
}
