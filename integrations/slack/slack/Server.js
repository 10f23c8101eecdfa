// include: shared/webhook.js
// Slack refuses an empty message with 400 if the webhook exists, so the check posts nothing.
const { status, text } = postToWebhook(configuration, {}, [400]);
if (status !== 400) throw new Error('the server is not an incoming webhook of Slack');
if (!/no_text|invalid_payload|missing_text/.test(text)) throw new Error(`the webhook refuses messages: ${text}`);
