// include: vsts/client.js
change('POST', projectPath(`build/builds/${numberOf('buildId', buildId)}/tags`), tags);
print(`Added ${tags.join(', ')} to the build ${buildId}`);
