// include: jenkins/facts.js
const { actions } = readBuild('api/json?tree=actions[parameters[name,value]]');
const found = actions.flatMap(({ parameters }) => parameters ?? []);
jobParameters = textsOf(found.map(({ name, value }) => [name, value]));
print(`Read ${found.length} parameters of build #${buildNumber} of ${jobName}`);
