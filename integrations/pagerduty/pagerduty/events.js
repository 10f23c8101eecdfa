// include: shared/http.js

/** Sends an event, and returns the JSON of the response. The address in templates can have the version of the API. */
function sendEvent(path, body) {
  const url = pagerduty_authentication.url.replace(/\/+$/, '').replace(/\/v2$/, '');
  const json = { routing_key, ...body };
  return jsonOf(request(pagerduty_authentication, 'POST', path, { connection: { url }, json }), 'POST', path);
}

/** Returns the links of an event. */
function linksOf(texts) {
  const all = Object.entries(texts ?? {}).map(([href, text]) => ({ href, text }));
  return all.length > 0 ? { links: all } : {};
}

/** Returns the details of an event. */
function detailsOf(values) {
  return Object.keys(values ?? {}).length > 0 ? { custom_details: values } : {};
}

/** Returns the key of an alert. */
function keyOf(text) {
  if (text.length > 255) throw new Error('dedup_key: it has more than 255 characters');
  return text;
}
