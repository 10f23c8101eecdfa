// include: msteams/client.js
if (message.trim() === '') throw new Error('the message is empty');
const { text } = postToWebhook(server, cardOf(server.url, message));
// A connector reports some refusals with the status 200.
const [, reason] = /(returned HTTP error \d+)/i.exec(text ?? '') ?? [];
if (reason !== undefined) throw new Error(`the message was not sent: Microsoft Teams ${reason}`);
print('Sent to Microsoft Teams');
