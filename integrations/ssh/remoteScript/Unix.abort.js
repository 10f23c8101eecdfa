// include: remoteScript/task.js
if (remoteId) {
  onRemote('stop');
  print('Stopped the script on the host');
}
