import { sealUnsubscribeLink } from '@slipway/notifications';
import { createSeal } from '@slipway/persistence/secrets';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';

/** The page that mails link to (receive-events.md). */
const product = serve();
const seal = createSeal(Buffer.alloc(32, 0).toString('base64'));
const day = 86_400_000;
const link = (now = Date.now()) =>
  sealUnsubscribeLink(seal, { username: 'ann', eventType: 'release.started', releaseId: 'Release1' }, now);
const open = (token: string) => fetch(`${product.url()}/unsubscribe/${token}`);
const post = (token: string, body: string) =>
  fetch(`${product.url()}/unsubscribe/${token}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const preferences = async () =>
  (
    await product.database().query<{ preferences: { events?: Record<string, unknown> } }>({
      text: `select preferences from notification_preferences where username = 'ann'`,
    })
  ).map((row) => row.preferences);

test('a GET shows the choices and changes nothing, also for a mail scanner', async () => {
  const response = await open(link());
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await response.text();
  expect(html.match(/<button/g)).toHaveLength(3);
  expect(html).not.toContain('<script');
  expect(await preferences()).toEqual([]);
});

test('a one-click request switches off the mails of the event, once or repeated, and other settings stay', async () => {
  const token = link();
  for (let count = 0; count < 2; count += 1) expect((await post(token, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect(await preferences()).toEqual([{ events: { 'release.started': { mail: 'off' } } }]);
  expect((await post(token, 'scope=info')).status).toBe(200);
  expect(await preferences()).toEqual([
    {
      events: Object.fromEntries(
        [
          ...['release.started', 'release.completed', 'task.commented', 'task.unassigned'],
          ...['dashboard.weekly', 'deployment.finished'],
        ].map((type) => [type, { mail: 'off' }]),
      ),
    },
  ]);
});

test('a one-click request in a weekly mail ends that of the dashboard, and a new request switches the mails on', async () => {
  const { rest } = product;
  const { id } = await rest.post<{ id: string }>('/dashboards', { title: 'Numbers' });
  const path = `/dashboards/${id}/subscription`;
  expect(await rest.get(path)).toEqual({ subscribed: false, weekday: 'MONDAY', time: '08:00', timeZone: 'UTC' });
  const wanted = { weekday: 'FRIDAY', time: '17:30', timeZone: 'Europe/Berlin' };
  const subscribed = { ...wanted, subscribed: true, next: expect.any(String) };
  expect(await rest.put(path, wanted)).toEqual(subscribed);
  expect(await rest.put(path, {})).toEqual(subscribed);
  for (const wrong of [{ weekday: 'SOMEDAY' }, { time: '25:00' }, { timeZone: 'Mars/Base' }])
    expect((await rest.send('PUT', path, wrong)).status).toBe(400);
  const content = { username: 'admin', eventType: 'dashboard.weekly', releaseId: null, dashboardId: id } as const;
  const token = sealUnsubscribeLink(seal, content, Date.now());
  const page = await (await open(token)).text();
  expect(page).toContain('No weekly mail of this dashboard');
  expect(page).not.toContain('about the event');
  expect((await post(token, 'scope=info')).status).toBe(200);
  expect((await post(token, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect(await rest.get(path)).toMatchObject({ subscribed: false });
  const mode = () =>
    product.database().query({
      text: `select preferences #>> '{events,dashboard.weekly,mail}' as mode from notification_preferences where username = 'admin'`,
    });
  expect(await mode()).toEqual([{ mode: 'off' }]);
  await rest.put(path, {});
  expect(await mode()).toEqual([{ mode: null }]);
  await rest.sendForNoContent('DELETE', path);
  await rest.sendForNoContent('DELETE', path);
  expect((await rest.send('GET', '/dashboards/Dashboard0/subscription')).status).toBe(404);
});

test('a user can mute the release', async () => {
  expect((await post(link(), 'scope=release')).status).toBe(200);
  expect(await product.database().query({ text: 'select username, object_id, mode from followed_objects' })).toEqual([
    { username: 'ann', object_id: 'Release1', mode: 'mute' },
  ]);
});

test('a changed, expired or foreign link is not valid, and an unknown form is refused', async () => {
  const token = link();
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  const foreign = sealUnsubscribeLink(
    createSeal(Buffer.alloc(32, 7).toString('base64')),
    { username: 'ann', eventType: 'release.started', releaseId: null },
    Date.now(),
  );
  for (const candidate of [changed, foreign, link(Date.now() - 91 * day), 'x', '%00', 'x'.repeat(3_000)]) {
    expect((await open(candidate)).status).toBe(404);
    expect((await post(candidate, 'List-Unsubscribe=One-Click')).status).toBe(404);
  }
  expect((await post(token, 'scope=everything')).status).toBe(400);
  expect((await post(token, `scope=${'x'.repeat(10_000)}`)).status).toBe(413);
});
