import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Sender, senderOf, senders } from '../../../apps/board/src/page/pages/automation/events/senders.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { createEndpoint, deliver, listDeliveries } from '../../harness/webhooks/endpoints.ts';

const { url, rest } = serve();

const secret = 'a secret of both';

interface Run {
  readonly outcome: string;
  readonly releaseTitle?: string;
}

/** Returns the headers with which a system proves who it is. */
function proof({ authentication }: Sender, body: string): Readonly<Record<string, string>> {
  const { header = '' } = authentication.inputs;
  if (authentication.type === 'events.TokenAuthentication') return { [header]: secret };
  return { [header]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

async function endpointOf(sender: Sender) {
  const { authentication, endpoint } = sender;
  const method = { type: authentication.type, ...authentication.inputs };
  const secrets = authentication.type === 'events.TokenAuthentication' ? { token: secret } : { secret };
  return await createEndpoint(
    rest,
    { ...method, ...secrets },
    {
      title: sender.id,
      path: `${endpoint.path}/${sender.id}`,
      deduplicationKey: endpoint.deduplicationKey,
    },
  );
}

describe.each(senders.map((sender) => [sender.label, sender] as const))('the preset of %s', (_, sender) => {
  test('makes an endpoint that accepts only signed requests, and is recognized again', async () => {
    const endpoint = await endpointOf(sender);
    const body = JSON.stringify({});
    const accepted = await deliver(url(), endpoint, { body, headers: proof(sender, body) });
    const refused = await deliver(url(), endpoint, { body, headers: {} });
    expect([accepted.status, refused.status]).toEqual([200, 401]);
    const stored = { type: sender.authentication.type, ...sender.authentication.inputs };
    expect(senderOf(sender.endpoint, stored)).toBe(sender);
  });

  test('makes triggers that fire for exactly their event, with a title from the event', async () => {
    const endpoint = await endpointOf({ ...sender, id: `${sender.id}-events` });
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: `Plan of ${sender.id}` });
    const triggers = await Promise.all(
      sender.events.map(({ label, expressions, releaseTitle }) =>
        rest.post<{ readonly id: string }>('/triggers', {
          ...{ type: 'events.EventBasedTrigger', title: label, template: template.id, eventSource: endpoint.id },
          ...{ releaseTitle, eventFilter: { type: 'events.ExpressionEventFilter', expressions } },
        }),
      ),
    );
    const titles: string[] = [];
    for (const [index, { sample }] of sender.events.entries()) {
      const body = JSON.stringify(sample.event);
      const headers = { ...sample.headers, [sender.endpoint.deduplicationKey ?? '']: String(index) };
      const { status } = await deliver(url(), endpoint, { body, headers: { ...headers, ...proof(sender, body) } });
      expect(status).toBe(200);
    }
    await expect
      .poll(async () => (await listDeliveries(rest, endpoint)).every(({ processedAt }) => processedAt !== undefined))
      .toBe(true);
    for (const { id } of triggers) {
      const read = () => rest.get<readonly Run[]>(`/triggers/${id}/runs`);
      await expect.poll(async () => (await read()).map(({ outcome }) => outcome)).toEqual(['created']);
      titles.push(...(await read()).map(({ releaseTitle = '' }) => releaseTitle));
    }
    expect(titles.every((title) => title.startsWith('shop ') && !title.includes('${'))).toBe(true);
  });
});
