// include: shared/gate.js

/** Returns the options with the token of a connection, if it has one. */
function withToken({ token }, options = {}) {
  return token ? { ...options, headers: { Authorization: `Bearer ${token}` } } : options;
}

/** Returns the path of a query. */
function queryPath() {
  return `/api/v1/query?query=${encodeURIComponent(query)}`;
}

/** Returns the samples of a result: the labels and the value of each series. Values are texts, such as `NaN`. */
function samplesOf({ data: { resultType, result: found } }) {
  if (resultType === 'scalar') return [{ labels: '{}', text: found[1] }];
  if (resultType !== 'vector') throw new Error(`query: the result is a ${resultType} instead of a number`);
  return found.map(({ metric, value: [, text] }) => ({ labels: JSON.stringify(metric), text }));
}

/** Returns the number of a sample. */
function numberOf(text) {
  return text === '+Inf' ? Number.POSITIVE_INFINITY : text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);
}
