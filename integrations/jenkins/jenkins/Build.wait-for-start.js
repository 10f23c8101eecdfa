// include: jenkins/client.js
const again = { script: 'jenkins/Build.wait-for-start.js', seconds: 5 };
const item = pollJson(jenkinsServer, `/queue/item/${queueItem}/api/json`, withLogin(again));
if (item !== null) {
  if (item.cancelled) throw new Error('the build was canceled while it was queued');
  if (item.executable) {
    buildNumber = String(item.executable.number);
    task.statusLine = `Build #${buildNumber} is running`;
    task.schedule('jenkins/Build.wait-for-end.js', 5);
  } else {
    task.statusLine = item.why ?? 'Queued';
    task.schedule(again.script, again.seconds);
  }
}
