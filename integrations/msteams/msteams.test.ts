import { describe } from 'vitest';
import { done } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const secret = 'signature-of-the-address';
const type = 'msteams.Server';

describe('a webhook of a connector', () => {
  const url = `{server}/webhookb2/c@t/IncomingWebhook/${secret}/o`;
  const msteams = integrationTests('msteams', { connection: { type, url }, login: { password: secret } });
  const start = `POST /webhookb2/c@t/IncomingWebhook/${secret}/o`;
  const success: Case = {
    ...{ task: 'msteams.Notification', properties: { channel: 'Releases', message: '**Done**' } },
    replies: { connector: { text: '1' } },
    changes: [`${start} {"@type":"MessageCard","@context":"https://schema.org/extensions","text":"**Done**"}`],
    printed: 'Sent to Microsoft Teams',
  };
  msteams.check({ connector: { status: 400, text: 'Summary or Text is required.' } });
  msteams.cases({
    'posts a message': success,
    'fails for a refusal with the status 200': {
      ...{ ...success, printed: '' },
      replies: {
        connector: { text: 'Webhook message delivery failed with error: Teams endpoint returned HTTP error 429' },
      },
      error: 'Error: the message was not sent: Microsoft Teams returned HTTP error 429',
    },
    'refuses an empty message': {
      ...{ ...success, properties: { message: ' ' }, printed: '', changes: [] },
      error: 'Required: message',
    },
  });
});

describe('a webhook of Workflows', () => {
  const url = `{server}/workflows/f1/triggers/manual/paths/invoke?api-version=1&sp=run&sv=1.0&sig=${secret}`;
  const msteams = integrationTests('msteams', { connection: { type, url }, login: { password: secret } });
  const start = `POST /workflows/f1/triggers/manual/paths/invoke?api-version=1&sp=run&sv=1.0&sig=${secret}`;
  const card =
    '{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"TextBlock","text":"Done","wrap":true}]}';
  const attachments = `[{"contentType":"application/vnd.microsoft.card.adaptive","content":${card}}]`;
  const success: Case = {
    ...{ task: 'msteams.Notification', properties: { message: 'Done' }, replies: { workflow: done() } },
    changes: [`${start} {"type":"message","attachments":${attachments}}`],
    printed: 'Sent to Microsoft Teams',
  };
  msteams.check({ workflow: done() });
  msteams.cases({ 'posts an adaptive card': success });
  msteams.faults({ of: success, changes: ['workflow'] });
});
