// include: shared/webhook.js

/** Whether the address belongs to a connector of Microsoft 365. All others are webhooks of Workflows. */
function isConnector(url) {
  return /^https?:\/\/[^/]+\/webhook(?:b2)?\//.test(url);
}

/** Returns the message in the form of the webhook. */
function cardOf(url, text) {
  if (isConnector(url)) return { '@type': 'MessageCard', '@context': 'https://schema.org/extensions', text };
  const schema = 'http://adaptivecards.io/schemas/adaptive-card.json';
  const body = [{ type: 'TextBlock', text, wrap: true }];
  const content = { $schema: schema, type: 'AdaptiveCard', version: '1.4', body };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}
