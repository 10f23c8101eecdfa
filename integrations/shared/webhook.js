// Messages to webhooks whose address is a secret: no error contains the address.
// include: shared/http.js

/**
 * Posts JSON to the address of a webhook. Repeats the request only if the server refuses it because of a limit (429).
 * Throws an error for another status of 400 or more, except for those in `accept`.
 */
function postToWebhook(server, body, accept = []) {
  for (let attempt = 1; ; attempt += 1) {
    const response = http.post(server.url, { connection: server, json: body });
    if (response.ok || accept.includes(response.status)) return response;
    const seconds = retrySeconds('POST', response, attempt);
    if (seconds === null || attempt === maxAttempts())
      throw new Error(failureText(server, 'POST', 'webhook', response));
    sleep(seconds);
  }
}
