// include: shared/http.js

/** Returns the server of the task. The two families of types have different properties for it. */
function tower() {
  return typeof tower_server === 'undefined' ? ansibletower : tower_server;
}

/** Returns the options of a request with the token of a connection, if it has one. */
function withToken({ apiToken: token }, options = {}) {
  return token ? { ...options, headers: { Authorization: `Bearer ${token}` } } : options;
}

/** Returns the options with the login of a task, which overrides the one of its server. */
function withLogin(options = {}) {
  if (username) return { ...options, auth: [username, password ?? ''] };
  const own = typeof apiToken === 'undefined' ? null : apiToken;
  return withToken(own ? { apiToken: own } : tower(), options);
}

/** Returns the number of an object by its name or number. */
function idOf(collection, reference) {
  const text = String(reference).trim();
  if (/^\d+$/.test(text)) return Number(text);
  const path = `/api/v2/${collection}/?name=${encodeURIComponent(text)}`;
  const { results } = getJson(tower(), path, withLogin());
  if (results.length !== 1) throw new Error(`${results.length} objects of ${collection} have the name '${text}'`);
  return results[0].id;
}

/** Throws an error if the template ignores a value of the task, which would change the meaning of the job. */
function requirePrompts(path, body) {
  const prompts = getJson(tower(), path, withLogin());
  const isMissing = {
    limit: !prompts.ask_limit_on_launch,
    inventory: !prompts.ask_inventory_on_launch,
    credentials: !prompts.ask_credential_on_launch,
    extra_vars: !prompts.ask_variables_on_launch && !prompts.survey_enabled,
  };
  const ignored = Object.keys(body).filter((name) => isMissing[name]);
  if (ignored.length > 0) throw new Error(`the job template does not prompt on launch for: ${ignored.join(', ')}`);
  if (prompts.passwords_needed_to_start?.length > 0)
    throw new Error(`the job template needs passwords on launch: ${prompts.passwords_needed_to_start.join(', ')}`);
}

/** Launches a template, and stores its job. Returns the response. */
function launch(reference, isWorkflowTemplate, body) {
  const collection = isWorkflowTemplate ? 'workflow_job_templates' : 'job_templates';
  const path = `/api/v2/${collection}/${idOf(collection, reference)}/launch/`;
  if (!isWorkflowTemplate) requirePrompts(path, body);
  const started = jsonOf(request(tower(), 'POST', path, withLogin({ json: body })), 'POST', path);
  const ignored = Object.keys(started.ignored_fields ?? {});
  if (ignored.length > 0) print(`The template has ignored ${ignored.join(', ')}`);
  // A sliced job is a workflow job.
  jobKind = started.workflow_job ? 'workflow_jobs' : 'jobs';
  job = String(started.workflow_job ?? started.job);
  task.statusLine = `Job ${job}: ${started.status ?? 'pending'}`;
  return started;
}

/** Reads the job; null while it runs, or while the server is unavailable, when the script is scheduled again. */
function pollJob(again) {
  const state = pollJson(tower(), `/api/v2/${jobKind}/${job}/`, withLogin(again));
  if (state === null) return null;
  task.statusLine = `Job ${job}: ${state.status}`;
  if (['successful', 'failed', 'error', 'canceled'].includes(state.status)) return state;
  task.schedule(again.script, again.seconds);
  return null;
}

/** Completes the task, or fails it by another script, because the outputs of a failed script are not stored. */
function endWith({ name, status: end, job_explanation: explanation }, failsTask) {
  const text = `job ${job}${name ? ` (${name})` : ''} has the status ${end}${explanation ? `: ${explanation}` : ''}`;
  if (end === 'successful' || !failsTask) return print(`The ${text}`);
  failure = `the ${text}`;
  return task.schedule('ansible/Task.fail.js', 1);
}
