// include: jenkins/facts.js
const found = Object.entries(readBuild('injectedEnvVars/api/json').envMap);
jobEnvVars = textsOf(found);
print(`Read ${found.length} environment variables of build #${buildNumber} of ${jobName}`);
