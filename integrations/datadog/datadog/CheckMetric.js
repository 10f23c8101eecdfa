// include: datadog/client.js
const again = {
  ...{ script: 'datadog/CheckMetric.js', failScript: 'datadog/Gate.fail.js' },
  seconds: Math.max(pollInterval ?? 60, 1),
};
const limit = numberIn('threshold', threshold);

/** Returns the value of all points. Points without a value do not count. */
function combinedValue(points) {
  const values = points.map(([, number]) => number).filter((number) => number !== null);
  const sum = values.reduce((all, number) => all + number, 0);
  switch (aggregation) {
    case 'last':
      return values.at(-1);
    case 'minimum':
      return values.reduce((one, other) => Math.min(one, other));
    case 'maximum':
      return values.reduce((one, other) => Math.max(one, other));
    case 'sum':
      return sum;
    default:
      return sum / values.length;
  }
}

/** Returns the points of all series in the order of their times. */
function pointsOf(series) {
  const points = series.flatMap(({ pointlist }) => pointlist).filter(([, number]) => number !== null);
  return points.toSorted(([one], [other]) => one - other);
}

const to = Math.floor(Date.now() / 1000);
const from = to - Math.max(minutes ?? 5, 1) * 60;
const path = `/api/v1/query?from=${from}&to=${to}&query=${encodeURIComponent(query)}`;
const answer = pollJson(server, path, withKeys(server, again));
if (answer !== null) {
  if (answer.error) throw new Error(`query: ${answer.error}`);
  const points = pointsOf(answer.series ?? []);
  if (points.length > 0) {
    const number = combinedValue(points);
    value = String(number);
    const holds = fulfills(number, operator, limit);
    decideGate(holds, `The value ${value} is ${holds ? '' : 'not '}${operator} ${limit}`, again);
  } else if (noData === 'fail') throw new Error('the query has no points');
  else decideGate(noData === 'pass', 'The query has no points', again);
}
