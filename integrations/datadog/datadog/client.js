// include: shared/gate.js

/** Returns the options with the keys of a connection. */
function withKeys({ url, apiKey, applicationKey }, options = {}) {
  const headers = { 'DD-API-KEY': apiKey, ...(applicationKey && { 'DD-APPLICATION-KEY': applicationKey }) };
  return { ...options, connection: { url }, headers };
}
