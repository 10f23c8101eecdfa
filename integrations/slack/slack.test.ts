import { refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const token = 'token-in-the-address';
const connection = { type: 'slack.Server', url: `{server}/services/T01/B02/${token}` };
const slack = integrationTests('slack', { connection, login: { password: token } });

const path = `POST /services/T01/B02/${token}`;
const accepted = { text: 'ok' };
const missing = refusal(404, 'channel_not_found');
const success: Case = {
  ...{ task: 'slack.Notification', properties: { channel: '#releases', message: 'Release 1.2 "is" out\n:tada:' } },
  replies: { webhook: accepted },
  changes: [`${path} {"channel":"#releases","text":"Release 1.2 \\"is\\" out\\n:tada:"}`],
  printed: 'Sent to #releases',
};

slack.check({ webhook: { status: 400, text: 'no_text' } });
slack.cases({
  'posts a message to a channel': success,
  'posts to the channel of the webhook': {
    ...{ ...success, properties: { message: 'Done' } },
    changes: [`${path} {"text":"Done"}`],
    printed: 'Sent to the channel of the webhook',
  },
  'posts a text with a title': {
    ...{ ...success, properties: { message: 'Done', title: 'Release', titleLink: 'https://a.example', color: 'good' } },
    changes: [
      `${path} {"attachments":[{"fallback":"Done","title":"Release","title_link":"https://a.example","color":"good","text":"Done"}]}`,
    ],
    printed: 'Sent to the channel of the webhook',
  },
  'posts to several channels': {
    ...{ ...success, properties: { channel: '#a, @ann,', message: 'Done' } },
    changes: [`${path} {"channel":"#a","text":"Done"}`, `${path} {"channel":"@ann","text":"Done"}`],
    printed: 'Sent to #a, @ann',
  },
  'names the channel that refuses the message, and those that have it': {
    ...{ ...success, properties: { channel: '#a,#b,#c', message: 'Done' } },
    ...{ replies: { webhook: [accepted, missing] }, printed: undefined },
    changes: [`${path} {"channel":"#a","text":"Done"}`, `${path} {"channel":"#b","text":"Done"}`],
    error: 'the message to #b was not sent (sent to #a): POST webhook: the server returned 404 Not Found: ',
  },
  'refuses an empty message': {
    ...{ ...success, properties: { channel: '#a', message: ' \n' }, printed: undefined },
    ...{ changes: [], error: 'Required: message' },
  },
});
slack.faults({ of: success, changes: ['webhook'] });
