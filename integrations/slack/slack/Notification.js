// include: shared/webhook.js
if (message.trim() === '') throw new Error('the message is empty');
const channels = (channel ?? '')
  .split(',')
  .map((name) => name.trim())
  .filter((name) => name !== '');
const content = title
  ? { attachments: [{ fallback: message, title, title_link: titleLink, color, text: message }] }
  : { text: message };
const sent = [];
for (const name of channels.length === 0 ? [''] : channels) {
  const { userName, userIcon } = server;
  const fields = { channel: name, username: userName, icon_emoji: userIcon, ...content };
  try {
    postToWebhook(server, Object.fromEntries(Object.entries(fields).filter(([, value]) => value)));
  } catch (error) {
    const place = name === '' ? 'the message' : `the message to ${name}`;
    const earlier = sent.length === 0 ? '' : ` (sent to ${sent.join(', ')})`;
    throw new Error(`${place} was not sent${earlier}: ${error.message}`);
  }
  sent.push(name === '' ? 'the channel of the webhook' : name);
}
print(`Sent to ${sent.join(', ')}`);
