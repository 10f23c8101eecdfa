// include: jenkins/client.js

/** Reads JSON about the build. */
function readBuild(part) {
  if (!/^\d+$/.test(buildNumber.trim())) throw new Error(`buildNumber: '${buildNumber}' is not a number`);
  return getJson(server, `${jobPath(jobName)}/${buildNumber.trim()}/${part}`, withLogin());
}

/** Returns values as texts. */
function textsOf(entries) {
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]));
}
