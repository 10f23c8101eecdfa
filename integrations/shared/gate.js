// Gates that wait until a condition holds. Their types need the properties `passed`, `stableMinutes`, `maxWaitMinutes`,
// `failAtOnce`, and of the category `script` `startedAt`, `heldSince`, `pollFailures` and `failure`.
// include: shared/http.js

/** Returns the number in a text. Throws an error that names the property. */
function numberIn(property, text) {
  const value = Number(text);
  if (String(text ?? '').trim() === '' || Number.isNaN(value))
    throw new Error(`${property}: '${text}' is not a number`);
  return value;
}

/** Whether a value fulfills a condition. A comparison with NaN is always false. */
function fulfills(value, comparison, limit) {
  switch (comparison) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '=':
      return value === limit;
    case '!=':
      return value !== limit && !Number.isNaN(value);
    default:
      throw new Error(`operator: '${comparison}' is not an operator`);
  }
}

/**
 * Completes the task if the condition has held long enough. Fails it after the time limit, by the script `failScript`,
 * because the outputs of a failed script are not stored. Otherwise, schedules `script` again.
 */
function decideGate(holds, text, { script, failScript, seconds }) {
  const now = Date.now();
  const minutesSince = (time) => (now - Number(time)) / 60_000;
  startedAt ??= String(now);
  heldSince = holds ? (heldSince ?? String(now)) : null;
  passed = holds && minutesSince(heldSince) >= (stableMinutes ?? 0);
  task.statusLine = text;
  if (passed) return print(text);
  if (!holds && failAtOnce) failure = text;
  else if (maxWaitMinutes > 0 && minutesSince(startedAt) >= maxWaitMinutes)
    failure = `the condition has not held within ${maxWaitMinutes} minutes: ${text}`;
  else return task.schedule(script, seconds);
  return task.schedule(failScript, 1);
}
