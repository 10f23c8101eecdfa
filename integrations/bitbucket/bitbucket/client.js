// include: shared/http.js

/** Returns the options with the login of a task, which overrides the one of its server. */
function withLogin(options = {}) {
  return username ? { ...options, auth: [username, password ?? ''] } : options;
}

/** Sends JSON, stores the response in the output, and returns it. */
function send(path, json) {
  const response = request(server, 'POST', path, withLogin({ json }));
  output = response.text;
  return jsonOf(response, 'POST', path);
}

/** Waits until a pull request is merged. Fails if it is closed without a merge. */
function awaitMerge(path, again) {
  const pullRequest = pollJson(server, path, withLogin(again));
  if (pullRequest === null) return;
  const { state } = pullRequest;
  task.statusLine = `Pull request ${prid}: ${state}`;
  if (state === 'DECLINED' || state === 'SUPERSEDED') throw new Error(`the pull request ${prid} is ${state}`);
  if (state !== 'MERGED') return task.schedule(again.script, again.seconds);
  output = JSON.stringify(pullRequest);
  print(`The pull request ${prid} is merged`);
}

/** Whether a pull request is merged already, such as by an earlier try of the task. */
function isMerged(path) {
  const pullRequest = getJson(server, path, withLogin());
  if (pullRequest.state !== 'MERGED') return false;
  output = JSON.stringify(pullRequest);
  print(`The pull request ${prid} is merged already`);
  return true;
}
