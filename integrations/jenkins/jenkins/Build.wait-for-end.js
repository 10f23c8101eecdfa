// include: jenkins/client.js
const again = { script: 'jenkins/Build.wait-for-end.js', seconds: 10 };
const build = pollJson(jenkinsServer, `${jobPath(jobName)}/${buildNumber}/api/json`, withLogin(again));
if (build !== null) {
  if (build.building || build.result === null) task.schedule(again.script, again.seconds);
  else {
    buildStatus = build.result;
    task.statusLine = `Build #${buildNumber}: ${buildStatus}`;
    print(`Build #${buildNumber} of ${jobName}: ${buildStatus}`);
    if (jobEnvVarName && buildStatus === 'SUCCESS') {
      const path = `${jobPath(jobName)}/${buildNumber}/injectedEnvVars/api/json`;
      jobEnvVarValue = getJson(jenkinsServer, path, withLogin()).envMap[jobEnvVarName] ?? null;
    }
    // The outputs of a failed script are not stored, so another script fails the task.
    if (buildStatus !== 'SUCCESS') task.schedule('jenkins/Build.fail.js', 1);
  }
}
