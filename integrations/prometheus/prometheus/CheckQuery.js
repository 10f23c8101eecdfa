// include: prometheus/client.js
const again = {
  ...{ script: 'prometheus/CheckQuery.js', failScript: 'prometheus/Gate.fail.js' },
  seconds: Math.max(pollInterval ?? 60, 1),
};
const limit = numberIn('threshold', threshold);

/** Returns the values that the condition compares. */
function comparedValues(values) {
  return aggregation === 'sum' ? [values.reduce((sum, other) => sum + other, 0)] : values;
}

/** Checks the condition over the samples. Stores the value that decides it. */
function checkSamples(samples) {
  const values = comparedValues(samples.map(({ text }) => numberOf(text)));
  const isMet = (other) => fulfills(other, operator, limit);
  const isAny = aggregation === 'any';
  const holds = isAny ? values.some(isMet) : values.every(isMet);
  value = String(values.find((other) => isMet(other) === isAny) ?? values[0]);
  const text = holds ? `The value ${value} is ${operator} ${limit}` : `The value ${value} is not ${operator} ${limit}`;
  decideGate(holds, text, again);
}

const answer = pollJson(server, queryPath(), withToken(server, again));
if (answer !== null) {
  const samples = samplesOf(answer);
  if (samples.length > 0) checkSamples(samples);
  else if (noData === 'fail') throw new Error('the expression has no value');
  else decideGate(noData === 'pass', 'The expression has no value', again);
}
