// include: msteams/client.js
if (isConnector(configuration.url)) {
  // A connector refuses an empty message with 400, so the check posts nothing.
  const { status, text } = postToWebhook(configuration, {}, [400]);
  if (status !== 400 || !/required/i.test(text)) throw new Error('the server is not a webhook of Microsoft Teams');
} else {
  // A flow posts each card of a message, so it posts nothing for a message without cards.
  postToWebhook(configuration, { type: 'message', attachments: [] });
}
