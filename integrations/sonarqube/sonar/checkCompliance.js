// include: shared/http.js
const query = `projectKey=${encodeURIComponent(resource)}${branch ? `&branch=${encodeURIComponent(branch)}` : ''}`;
const login = username ? { auth: [username, password ?? ''] } : {};
const { projectStatus } = getJson(sonarServer, `/api/qualitygates/project_status?${query}`, login);
const { status, conditions = [] } = projectStatus;
task.statusLine = `Quality gate: ${status}`;
if (status === 'NONE') throw new Error(`the project ${resource} has no quality gate, or no analysis`);
const failed = conditions.filter((condition) => condition.status === 'ERROR');
if (status !== 'OK') {
  const signs = { GT: 'above', LT: 'below' };
  const reasons = failed.map(
    ({ metricKey, actualValue, comparator, errorThreshold }) =>
      `${metricKey} ${actualValue ?? ''} is ${signs[comparator] ?? comparator} ${errorThreshold ?? 'the threshold'}`,
  );
  throw new Error(`the quality gate of ${resource} has the status ${status}: ${reasons.join(', ') || 'no reason'}`);
}
print(`The quality gate of ${resource} has the status OK`);
