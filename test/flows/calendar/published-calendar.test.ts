import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, createTemplate, startRelease } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const product = serve({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1' });
const { rest, url } = product;
const act = createActionRunner(rest);
const notFoundReply = [404, 'there is no such calendar\n'];

type PublishedRelease = Release & { readonly calendarLinkToken: string };
const plan = {
  Build: [{ title: 'compile', scheduledStartDate: '2030-01-02T00:00:00Z', plannedDuration: 3600 }, 'undated'],
};
const dueDate = '2030-01-31T12:30:15Z';
async function published(fields: object = {}): Promise<PublishedRelease> {
  const start = { scheduledStartDate: '2030-01-01T00:00:00Z' };
  const { id } = await createRelease(rest, plan, { calendarPublished: true, ...fields }, start);
  return await rest.put(`/releases/${id}`, { dueDate });
}

/** Fetches a calendar without a login. */
const fetchCalendar = (token: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  sendRaw(url(), { method, path: `/calendar/${token}.ics`, headers, login: null });
const answered = async (token: string) => {
  const { status, text } = await fetchCalendar(token);
  return [status, text];
};
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
const shown = (text: string) =>
  eventsIn(text).map(({ summary, startDate, endDate }) => [summary, String(startDate), String(endDate)]);

describe('a release whose calendar is published', () => {
  test('shows its dated items at its address, without a login', async () => {
    const { id, calendarLinkToken } = await published({ title: 'Träume; and, more' });
    const { status, headers, text } = await fetchCalendar(calendarLinkToken);
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(shown(text)).toEqual([
      ['Träume; and, more', '2030-01-01T00:00:00Z', '2030-01-31T12:30:15Z'],
      ['compile', '2030-01-02T00:00:00Z', '2030-01-02T01:00:00Z'],
    ]);
    const [release, task] = eventsIn(text);
    expect(release!.uid).toBe(`${id.slice(id.lastIndexOf('/') + 1)}@slipway`);
    expect(task!.description).toBe('Träume; and, more: planned');
  });

  test('returns the same body and ETag until the release changes', async () => {
    const { id, calendarLinkToken } = await published();
    const first = await fetchCalendar(calendarLinkToken);
    const tag = String(first.headers.etag);
    expect((await fetchCalendar(calendarLinkToken)).text).toBe(first.text);
    const conditionalResponse = await fetchCalendar(calendarLinkToken, { 'if-none-match': `"other", W/${tag}` });
    expect([conditionalResponse.status, conditionalResponse.text, conditionalResponse.headers.etag]).toEqual([
      304,
      '',
      tag,
    ]);
    await rest.put(`/releases/${id}`, { title: 'Changed' });
    const next = await fetchCalendar(calendarLinkToken, { 'if-none-match': tag });
    expect([next.status, shown(next.text)[0]![0]]).toEqual([200, 'Changed']);
    const sequence = ({ text }: { readonly text: string }) => eventsIn(text)[0]!.sequence;
    expect(sequence(next)).toBeGreaterThanOrEqual(sequence(first));
    expect(eventsIn(next.text).map(({ uid }) => uid)).toEqual(eventsIn(first.text).map(({ uid }) => uid));
  });

  test('shows the start and end of its parts, also from the archive', async () => {
    const { id } = await createTemplate(rest, { Build: ['compile'] }, { calendarPublished: true });
    const created = await rest.post<PublishedRelease>(`/templates/${id}/create`, { releaseTitle: 'Done' });
    const release = await rest.post<Release>(`/releases/${created.id}/start`);
    await act(release, 'complete', 'compile');
    const live = await fetchCalendar(created.calendarLinkToken);
    expect(eventsIn(live.text).map(({ summary, description }) => [summary, description])).toEqual([
      ['Done', 'completed'],
      ['Build', 'Done: completed'],
      ['compile', 'Done: completed'],
    ]);
    await product.archive(release);
    expect((await fetchCalendar(created.calendarLinkToken)).text).toBe(live.text);
  });

  test('has a calendar without events if it has no dates', async () => {
    const { calendarLinkToken } = (await createRelease(
      rest,
      { Build: ['compile'] },
      { calendarPublished: true },
    )) as PublishedRelease;
    const { status, text } = await fetchCalendar(calendarLinkToken);
    expect([status, shown(text)]).toEqual([200, []]);
  });

  test('answers HEAD with its length, and refuses writes', async () => {
    const { calendarLinkToken } = await published();
    const { headers } = await fetchCalendar(calendarLinkToken);
    const head = await fetchCalendar(calendarLinkToken, {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
    expect((await fetchCalendar(calendarLinkToken, {}, 'PUT')).status).toBe(404);
  });
});

describe('the calendar address', () => {
  test('returns 404 if the release does not publish its calendar', async () => {
    const release = (await startRelease(rest, plan)) as PublishedRelease;
    const address = release.calendarLinkToken;
    expect(await answered(address)).toEqual(notFoundReply);
    await rest.put(`/releases/${release.id}`, { calendarPublished: true });
    expect((await fetchCalendar(address)).status).toBe(200);
    await rest.put(`/releases/${release.id}`, { calendarPublished: false });
    expect(await answered(address)).toEqual(notFoundReply);
  });

  test.each(['1', '-1', '', '-', '01', 'null', '9'.repeat(20), '%00', '1%2f2', "1' or '1'='1", '１'])(
    'returns 404 for the token %j',
    async (token) => {
      expect(await answered(encodeURI(decodeURI(token)))).toEqual(notFoundReply);
    },
  );

  test('returns 404 without the file extension, and with additional text behind it', async () => {
    const { calendarLinkToken } = await published();
    for (const path of [calendarLinkToken, `${calendarLinkToken}.ics/more`, `${calendarLinkToken}.ICS`]) {
      const { status, text } = await sendRaw(url(), { path: `/calendar/${path}`, login: null });
      expect([status, text]).toEqual(notFoundReply);
    }
  });

  test('cannot be guessed: after a hundred unknown addresses a network is limited, except for addresses that it has used', async () => {
    const { calendarLinkToken } = await published();
    const otherCalendar = await published();
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const statusOf = async (token: string, headers = from) => (await fetchCalendar(token, headers)).status;
    expect(await statusOf(calendarLinkToken)).toBe(200);
    // a repeated address does not count as another guess
    for (const token of ['7', '7', ...Array.from({ length: 99 }, (_, index) => String(1_000 + index))]) {
      expect(await statusOf(token)).toBe(404);
    }
    const refused = await fetchCalendar(otherCalendar.calendarLinkToken, from);
    expect([refused.status, refused.text]).toEqual([429, 'too many requests for unknown calendars, try again later\n']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(calendarLinkToken)).toBe(200);
    expect(await statusOf('7')).toBe(404);
    expect(await statusOf(otherCalendar.calendarLinkToken, { 'x-forwarded-for': '198.51.100.8' })).toBe(200);
  });
});

test('the log contains no calendar address', async () => {
  const { calendarLinkToken } = await published();
  await fetchCalendar(calendarLinkToken);
  await fetchCalendar(`${calendarLinkToken}1`);
  await rest.send('GET', '/me', undefined, { 'x-request-id': 'after-the-calendars' });
  await expect.poll(() => product.output()).toContain('after-the-calendars');
  expect(product.output()).toContain('"path":"/calendar/*path"');
  expect(product.output()).not.toContain(calendarLinkToken);
});
