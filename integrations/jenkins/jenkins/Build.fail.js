throw new Error(`build #${buildNumber} of ${jobName} has the result ${buildStatus}`);
