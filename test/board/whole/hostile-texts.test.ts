import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addresses } from '../../../apps/board/src/page/navigation/addresses.ts';
import { serve } from '../../harness/product/serve.ts';
import { attach } from '../../harness/rest/attachments.ts';
import { createTemplate, idOf, parallel, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium, type OpenPage } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { createEndpoint } from '../../harness/webhooks/endpoints.ts';
import { overlappingTexts } from '../layout-defects.ts';
import { a11yViolations, horizontalOverflow, pagesAt } from '../open-page.ts';
import { plainTexts, type ShownData, shownData } from '../plain-texts.ts';
import { bundlePseudoBoard } from '../pseudo-language.ts';
import { hostileTexts } from './hostile-texts.ts';
import { kindOf, linksOf } from './visited-views.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

/**
 * The number of texts for each kind of object. In a short run, each kind has fewer texts, which differ between kinds.
 */
const many = isLong ? hostileTexts.length : 10;
const some = isLong ? 40 : 18;

const text = (nth: number): string => hostileTexts[nth % hostileTexts.length]!;
const textRange = (from: number, count: number) => Array.from({ length: count }, (_, index) => text(from + index));
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/**
 * Texts of the server in the data: roles, a user, a permission, a phase, the description of the schedule below, and the
 * name of a language.
 */
const serverTexts = [
  ...['Template Owner', 'Release Admin', 'Folder Owner', 'SYSTEM', 'login', 'New Phase'],
  'at 03:00, on day 1 of the month, in January',
  // the browser has no names of languages in the pseudo-language
  'English (en)',
];

/** A schedule that does not run during the test. */
const yearly = { pollType: 'CRON', periodicity: '0 3 1 1 *' };

let data: ShownData;
let usePseudoBoard: Awaited<ReturnType<typeof bundlePseudoBoard>>;
let release: Release;
beforeAll(async () => {
  usePseudoBoard = await bundlePseudoBoard();
  const tasks = textRange(0, many).map((title, nth) => ({
    title,
    description: textRange(nth, 3).join('\n\n'),
    owner: 'admin',
    tags: [text(nth + 1)],
  }));
  const variables = textRange(many, some).map((value, nth) => ({
    key: `v${nth}`,
    label: text(many + nth + 1),
    description: text(many + nth + 2),
    value,
  }));
  const fields = { title: text(3), description: textRange(10, 20).join('\n\n'), tags: textRange(20, 20), variables };
  release = await startRelease(rest, { [text(1)]: [parallel(text(2), ...tasks)] }, fields);
  const first = tasksOf(release)[1]!;
  for (const comment of textRange(0, some)) await rest.post(`/tasks/${first.id}/comment`, { comment });
  const names = (from: number) => textRange(from, 20).filter((name) => Buffer.byteLength(name) <= 255);
  const filesFrom = (from: number) => Object.fromEntries(names(from).map((name) => [name, 'text']));
  for (const from of [0, 20]) await attach(rest, `/releases/${release.id}`, filesFrom(from));
  await attach(rest, `/tasks/${first.id}`, filesFrom(40));
  const byToken = { type: 'events.TokenAuthentication', header: 'X-Token', token: 'hunter2' };
  for (const title of textRange(0, 10)) await createEndpoint(rest, byToken, { title });
  const template = await createTemplate(rest, { [text(4)]: [text(5)] }, { title: text(6) });
  const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const receiver = { kind: 'slack', url: `http://127.0.0.1:${port}/`, types: ['release.failed'] };
  // The server rejects some of these texts as names.
  const sent: readonly (readonly ['POST' | 'PUT', string, (hostile: string) => object])[] = [
    ['POST', '/templates', (title) => ({ title, tags: [title], description: title })],
    ['POST', '/folders/Applications', (title) => ({ title })],
    ['POST', '/triggers', (title) => ({ title, template: template.id, ...yearly })],
    ['POST', '/config', (title) => ({ title, type: 'configuration.HttpConnection', url: 'https://example.org' })],
    ['POST', '/dashboards', (title) => ({ title, tiles: [{ metric: 'release.duration', title }] })],
    ['PUT', '/me/views', (name) => ({ name: name.slice(0, 90), address: '/releases' })],
    ['POST', '/event-subscriptions', (title) => ({ ...receiver, title, filter: { tags: [title] } })],
  ];
  const [soon, later] = [1, 2].map((day) => new Date(Date.now() + day * 86_400_000).toISOString());
  for (const label of textRange(5, 10))
    await rest.send('POST', '/calendar/blackouts', { label, startDate: soon, endDate: later });
  for (const [nth, [method, path, body]] of sent.entries())
    for (const hostile of textRange(many + (nth + 1) * some, some)) await rest.send(method, path, body(hostile));
  server.close();
  // The names and descriptions of types, triggers, roles, profiles and integrations are English texts of the server.
  const types = [
    ...['events.PostWebhookEndpoint', 'events.TokenAuthentication', 'time.Schedule'],
    'configuration.HttpConnection',
  ];
  const paths = [
    ...types.map((type) => `/metadata/types/${type}`),
    '/tasks/types',
    '/config/types',
    '/triggers/types',
    '/triggers',
  ];
  const responses = [...paths, '/risks/profiles', '/integrations'].map((path) => rest.get(path));
  const cut = [...hostileTexts, ...hostileTexts.map((hostile) => hostile.slice(0, 90))];
  const senders = await rest.get<readonly { readonly title: string }[]>('/webhooks/senders');
  const senderTitles = senders.map(({ title }) => title);
  data = shownData(cut, [...(await Promise.all(responses)), ...senderTitles, ...serverTexts]);
});

/** Returns a function that returns the number of pending requests, without event streams. */
function openRequests(page: Page): () => number {
  const open = new Set<object>();
  page.on('request', (request) => {
    // A navigation cancels the requests of the page before it. A canceled request that a test answers has no event.
    if (request.isNavigationRequest()) open.clear();
    if (!request.url().includes('/api/v1/live')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** The tabs of a release that are visited by a test of their own. */
const tabs = /^(?:edit|table|timeline|variables|properties|report)$/;

/** Groups of views, each visited by one test. Most links lead to views of the same group. */
const parts = [
  { name: 'of lists', contains: (path: string) => /^\/(?:$|tasks|releases$)/.test(path) },
  { name: 'of a release', contains: (path: string, form = '') => /^\/releases\/./.test(path) && !tabs.test(form) },
  {
    name: 'of the tabs of a release',
    contains: (path: string, form = '') => /^\/releases\/./.test(path) && tabs.test(form),
  },
  { name: 'of templates', contains: (path: string) => /^\/templates/.test(path) },
  { name: 'of the calendar', contains: (path: string) => /^\/calendar/.test(path) },
  { name: 'of automation', contains: (path: string) => /^\/automation/.test(path) },
  { name: 'of folders', contains: (path: string) => /^\/(as-code|folders)/.test(path) },
  { name: 'of insights', contains: (path: string) => /^\/insights/.test(path) },
  { name: 'of people', contains: (path: string) => /^\/(why|risk|people|audit)/.test(path) },
  { name: 'of the user and the system', contains: (path: string) => /^\/(me|inbox|system|help)/.test(path) },
] as const;

/**
 * The screen sizes, color schemes and text directions. A width of 640 corresponds to a screen of 1280 by 800 at 200 %.
 * Colors depend only on the scheme, so axe checks them at one width for each scheme.
 */
const appearances = [
  { colorScheme: 'light', width: 1280, height: 800, direction: 'ltr', rules: 'all' },
  { colorScheme: 'dark', width: 320, height: 600, direction: 'ltr', rules: 'all' },
  { colorScheme: 'dark', width: 640, height: 400, direction: 'ltr', rules: 'all but colors' },
  { colorScheme: 'dark', width: 1440, height: 900, direction: 'rtl', rules: 'all but colors' },
  { colorScheme: 'dark', width: 320, height: 600, direction: 'rtl', rules: 'all but colors' },
] as const;
/** In a short run, each view has one of these appearances with all rules. Later views repeat them. */
const shortAppearances = [
  appearances[0],
  appearances[1],
  { ...appearances[3], rules: 'all' },
  appearances[0],
  { ...appearances[4], rules: 'all' },
] as const;
/** The widths at which a long run checks the longer texts again. A short run checks them in its appearance. */
const widths = isLong ? [1280, 320] : [];
const timeout = (isLong ? 300_000 : 60_000) * Number(process.env.TEST_TIME_SCALE ?? '1');

/** Waits until the page has painted what it has rendered, and its effects have sent their requests. */
const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

/** Opens a view with a link in the loaded page, which is faster than a page load. */
async function followLinkTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`(() => {
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(address)} });
    link.dataset.view = '';
    document.body.append(link);
    link.click();
    link.remove();
  })()`);
  await waitForPaint(page);
}

/** Visits one URL of each kind, starting at `from`, along the links that `follows` accepts. Returns the kinds. */
async function visitViews(
  { page }: OpenPage,
  from: readonly string[],
  follows: (path: string, form?: string) => boolean,
  see: (kind: string) => Promise<void>,
) {
  const requests = openRequests(page);
  const visitedViews = new Set<string>();
  const initialAddresses = [...from];
  for (let address = initialAddresses.shift(); address !== undefined; address = initialAddresses.shift()) {
    const kind = kindOf(address);
    const { pathname, searchParams } = new URL(address);
    if (kind === null || visitedViews.has(kind) || !follows(pathname, searchParams.get('form') ?? '')) continue;
    visitedViews.add(kind);
    await followLinkTo(page, address);
    // A view whose script is loaded sends its requests after this script.
    await expect.poll(requests, { interval: 20 }).toBe(0);
    await waitForPaint(page);
    await page.locator('main h1').first().waitFor();
    await expect.poll(requests, { interval: 20 }).toBe(0);
    await see(`${kind} at ${address}`);
    initialAddresses.push(...(await linksOf(page)));
  }
  return [...visitedViews];
}

describe.runIf(hasChromium)('all views in Chromium, with a hundred hostile texts', () => {
  test('belong to exactly one part', () => {
    const views = Object.values(addresses);
    expect(views.filter((path) => parts.filter(({ contains }) => contains(path)).length !== 1)).toEqual([]);
  });

  test('are tested with a hundred different texts', () => {
    expect(new Set(hostileTexts).size).toBe(100);
  });

  test.each(parts)(
    'show the texts, run none of them, pass axe and are translated: views $name',
    { timeout },
    async (part) => {
      const openPage = await pages.as('admin', '/');
      const { page, pageErrors, origins } = openPage;
      await usePseudoBoard(page);
      await page.reload();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const failures: (readonly [string, unknown])[] = [];
      let viewCount = 0;
      const see = async (kind: string) => {
        const short = shortAppearances[viewCount % shortAppearances.length]!;
        viewCount += 1;
        const texts = async () => (kind.startsWith(addresses.help) ? [] : await plainTexts(page, data));
        for (const { colorScheme, width, height, direction, rules } of isLong ? appearances : [short]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height });
          await page.evaluate(`document.documentElement.dir = '${direction}'`);
          const defects = [
            await horizontalOverflow(page),
            await overlappingTexts(page),
            await a11yViolations(page, rules, 'html'),
            isLong ? [] : await texts(),
          ];
          if (JSON.stringify(defects) !== '[0,[],[],[]]')
            failures.push([`${kind}, ${direction}, ${width} pixels wide`, defects]);
        }
        if (await page.evaluate("'isRun' in window")) failures.push([kind, 'a text ran']);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          const defects = [await horizontalOverflow(page), await overlappingTexts(page), await texts()];
          if (JSON.stringify(defects) !== '[0,[],[]]') failures.push([`${kind}, ${width} pixels wide`, defects]);
        }
      };
      const startAddresses = Object.values(addresses).filter((pattern) => !pattern.includes(':'));
      const shown = `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, text(0)))}`;
      // Only views of other parts link to this view.
      const reason = `/why?user=admin&permission=release%23view&id=${lastSegmentOf(release.id)}`;
      // A menu opens this view.
      const compared = `/releases/${lastSegmentOf(release.id)}/compare?with=${lastSegmentOf(release.originTemplateId ?? '')}`;
      const forms = ['table', 'report'].map((form) => `/releases/${lastSegmentOf(release.id)}?form=${form}`);
      const visitedViews = await visitViews(
        openPage,
        [...startAddresses, shown, ...forms, reason, compared].map((path) => `${url()}${path}`),
        part.contains,
        see,
      );
      expect(failures).toEqual([]);
      const patterns = new Set(visitedViews.map((kind) => kind.split(' ')[0]));
      const expected = Object.values(addresses).filter((path) => part.contains(path));
      expect(expected.filter((pattern) => !patterns.has(pattern))).toEqual([]);
      expect([dialogs, pageErrors, [...origins]]).toEqual([[], [], [new URL(url()).origin]]);
    },
  );
});
