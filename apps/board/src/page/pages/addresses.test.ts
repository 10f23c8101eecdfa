import { afterEach, expect, test, vi } from 'vitest';
import type { UrlState } from '../navigation/url-state.ts';
import * as audit from './audit/audit.tsx';
import * as connections from './automation/connections/connection.ts';
import * as triggers from './automation/triggers/query.ts';
import { endpointListState, endpointState, endpointUrl } from './automation/webhooks/endpoint.ts';
import * as calendar from './calendar/query.ts';
import { compareState, compareUrl } from './compare/compare-url.ts';
import { createUrl } from './create/url-state.ts';
import { folderState, folderUrl } from './folders/url-state.ts';
import { waitingUrl } from './folders/waiting/query.ts';
import { helpState } from './help/links.ts';
import * as inbox from './inbox/entries.ts';
import { dashboardsUrl } from './insights/dashboards/dashboard.ts';
import { deploymentsUrl, insightsUrl, rowsUrl } from './insights/data/url-state.ts';
import * as ledger from './notifications/ledger/query.ts';
import { placeState } from './notifications/place.ts';
import { settingsPath, settingsState } from './notifications/urls.ts';
import * as people from './people/query.ts';
import { releaseState, releaseUrl } from './release/url-state.ts';
import * as releases from './releases/query.ts';
import * as tasks from './tasks/tasks.tsx';
import { historyState, historyUrl } from './template/history/history-url.ts';
import { templateState, templateUrl } from './template/tab.ts';
import * as templates from './templates/templates.tsx';
import * as why from './why/why.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const paramsIn = (address: string) => new URLSearchParams(address.split('?')[1] ?? '');
const parsed = <State>(schema: UrlState<State>, text: string) => schema.parse(new URLSearchParams(text));
const format = <State>(schema: UrlState<State>, path: string, params: URLSearchParams) =>
  schema.url(path, schema.parse(params));

/** Returns the URL after its parameters were parsed and formatted with the schema of its view. */
function reformat(address: string): string {
  const [path = ''] = address.split('?');
  const id = path.split('/').at(-1) ?? '';
  const params = paramsIn(address);
  if (path.endsWith('/compare')) return compareUrl(path.split('/').at(-2) ?? '', compareState.parse(params));
  if (path.startsWith('/releases/')) return releaseUrl(id, releaseState.parse(params));
  if (params.get('form') === 'history') return historyUrl(id, historyState.parse(params));
  if (path.endsWith('/create')) return format(createUrl, path, params);
  if (path.startsWith('/templates/')) return templateUrl(id, templateState.parse(params));
  if (params.get('form') === 'waiting') return waitingUrl.url(path, waitingUrl.parse(params));
  if (path.startsWith('/folders/')) return folderUrl(id, folderState.parse(params));
  if (path.startsWith('/automation/webhooks/')) return endpointUrl(id, endpointState.parse(params));
  if (path === '/automation/connections') return connections.connectionListUrl(connections.parseConnectionList(params));
  if (path === '/automation/webhooks') return format(endpointListState, path, params);
  if (path === '/inbox') return format(inbox.inboxUrl, path, params);
  if (path === settingsPath) return format(settingsState, path, params);
  if (params.get('part') === 'deliveries') return format(ledger.ledgerUrl, path, params);
  if (path === '/system/notifications') return format(placeState, path, params);
  if (path === '/help') return format(helpState, path, params);
  if (path === '/calendar') return calendar.queryUrl(calendar.calendarUrl.parse(params));
  if (path === '/tasks') return format(tasks.tasksUrl, path, params);
  if (path === '/releases') return format(releases.releasesUrl, path, params);
  if (path === '/templates') return format(templates.templatesUrl, path, params);
  if (path === '/automation') return format(triggers.triggersUrl, path, params);
  if (path === '/people') return format(people.peopleUrl, path, params);
  if (path === '/audit') return format(audit.auditUrl, path, params);
  if (params.has('metric')) return format(rowsUrl, path, params);
  if (path === '/insights/deployments') return format(deploymentsUrl, path, params);
  if (path === '/insights/dashboards') return format(dashboardsUrl, path, params);
  if (path.startsWith('/insights')) return format(insightsUrl, path, params);
  if (path === '/why') return format(why.whyUrl, path, params);
  throw new Error(`no view has the path ${path}`);
}

test.each([
  '/tasks',
  '/tasks?whose=me',
  '/tasks?whose=unassigned',
  '/tasks?whose=teams&text=a+%26+b&after=12_Task1',
  '/releases',
  '/releases?title=a+%26+b&status=IN_PROGRESS%2CFAILED&tags=x%2Cy&mine=yes&flagged=yes&where=archive&order=risk&dir=asc',
  '/releases?tasktags=db&folder=Applications%2FFolder1&risk=AT_RISK&time=LAST_MONTH&where=live',
  '/releases?time=RANGE&begin=2026-01-01T00%3A00%3A00.000Z&end=2026-02-01T00%3A00%3A00.000Z',
  '/releases?order=title&after=title%2FRelease1%2Fa+%26+b',
  '/releases?before=start_date%2FRelease1%2Fnone',
  '/releases/Release1',
  '/releases/Release1?archive=yes',
  '/releases/Release1/compare?with=Release2&version=3',
  '/releases/Release1?from=0',
  '/releases/Release1?form=edit&from=100',
  '/releases/Release1?form=table&from=100',
  '/releases/Release1?archive=yes&form=activity&from=300',
  '/templates',
  '/templates?title=a+%26+b&tags=x%2Cy&folder=Applications%2FFolder1&from=200',
  '/templates/Release1',
  '/templates/Release1?form=variables&from=100',
  '/templates/Release1?form=history',
  '/templates/Release1?form=history&version=3&with=5',
  '/calendar?day=2026-11-23',
  '/calendar?form=week&day=2026-01-31&title=a+%26+%3Cb%3E&mine=yes&from=100',
  '/calendar?day=2026-01-31&owner=kim&folder=Applications%2FFolder1&workdays=yes',
  '/templates/Release1/create?start=2026-11-23T09%3A00',
  '/folders/Folder1',
  '/folders/Folder1?form=waiting&waitsFor=approval&text=a+%26+b&after=12_Task1',
  '/folders/Folder1?form=variables',
  '/folders/Folder1?form=teams&templates=100&releases=200',
  '/why',
  '/why?user=ann+b&permission=folder%23view&id=Applications%2FFolder1',
  '/automation',
  '/automation?title=a+%26+b&template=x&folder=y&type=time.Schedule&from=200',
  '/automation/connections?text=a+%26+b&type=acme.Server&connection=Configuration1',
  '/automation/webhooks',
  '/automation/webhooks?text=a+%26+b&from=100&endpoint=Configuration1&page=2&delivery=Delivery2',
  '/automation/webhooks/Configuration1',
  '/automation/webhooks/Configuration1?page=2&delivery=Delivery2',
  '/insights',
  '/insights/tasks?period=range&first=2026-05-01&last=2026-05-31&folder=Applications%2FFolder1&only=yes',
  '/insights?template=Release1&template=Release2&tag=a%2Cb&tag=c&tz=Europe%2FBerlin&interval=week',
  '/insights/dora?application=Shop&environment=',
  '/insights/deployments?application=Shop&application=Cards&start=2026-05-01T00%3A00%3A00.000Z&end=2026-05-02T00%3A00%3A00.000Z&show=open&after=k',
  '/insights/dashboards?folder=Applications%2FFolder1',
  '/insights/dashboards?dashboard=Dashboard1',
  '/insights/releases?metric=release.duration&start=2026-05-01T00%3A00%3A00.000Z&end=2026-05-02T00%3A00%3A00.000Z&order=people&after=k',
  '/people',
  '/people?text=ann+&locked=yes&source=external&from=200',
  '/people?form=roles&from=100',
  '/audit',
  '/audit?username=ann&action=ROLE_CREATED&from=2026-11-23T10%3A00&before=17',
  '/inbox',
  '/inbox?show=saved&after=12_Inbox1',
  '/me/notifications?form=why&event=Event1&release=Release1&user=ann',
  '/system/notifications?part=mail',
  '/system/notifications?part=receivers&text=ops&folder=none',
  '/system/notifications?part=receivers&receiver=EventSubscription1',
  '/system/notifications?part=deliveries&recipient=ann&channel=mail&state=dead&event=task.failed&release=Release1&after=1&delivery=Delivery1',
  '/system/notifications?part=deliveries&from=2026-11-01T08%3A00&to=2026-11-02T08%3A00',
  '/help',
  '/help?page=how-to%2Fattach-files&section=limits',
])('the state of %s is parsed and formatted unchanged', (address) => {
  expect(reformat(address)).toBe(address);
});

test.each([
  '/tasks?whose=constructor&other=1&after=',
  '/releases?status=NONE',
  '/releases?order=constructor',
  '/releases?after=',
  '/releases?dir=up',
  '/releases?where=nowhere',
  '/releases?risk=HIGH',
  '/releases?begin=2026-01-01T00:00:00Z',
  '/releases?time=NEVER',
  '/releases/Release1?form=constructor',
  '/releases/Release1?form=Table',
  '/releases/Release1?from=1e3',
  '/templates?from=1.5',
  '/folders/Folder1?form=x&releases=-1',
  '/automation?from=99',
  '/automation/webhooks?from=-1&page=1.5&endpoint=&delivery=&x=y',
  '/inbox?show=all&after=',
  '/me/notifications?form=x&event=',
  '/system/notifications?part=x&receiver=',
  '/help?page=&section=&x=y',
  '/automation/webhooks/Configuration1?page=-1&delivery=',
  '/people?form=x&from=-5',
  '/insights?period=90d&interval=auto&template=&x=y',
  '/audit?address=&other=x',
  '/templates/Release1/create?start=2026-13-40T09:00',
])('an invalid value is ignored: %s', (address) => {
  expect(reformat(address)).toBe(address.split('?')[0]);
});

test('the calendar shows today if the URL contains no day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00') });
  const today = '/calendar?day=2026-11-23';
  expect([reformat('/calendar'), reformat('/calendar?form=toString&day=2026-02-30&from=-1')]).toEqual([today, today]);
});

test('a task has a URL in each tab of its release or template', () => {
  const state = { isArchived: false, tab: 'table', from: 100 } as const;
  expect([
    releaseUrl('Applications/Folder1/Release1', state, 'Release1/Phase1/Task2'),
    templateUrl('Release1', { tab: 'flow', from: 0 }, 'Release1/Phase1/Task2'),
  ]).toEqual(['/releases/Release1?form=table&from=100&task=Task2', '/templates/Release1?task=Task2']);
});

const pageOf = (text: string) => templates.requestPath(parsed(templates.templatesUrl, text), 2, 1);

test.each([
  [tasks.requestPath(parsed(tasks.tasksUrl, ''), 100), '/me/tasks?resultsPerPage=100'],
  [
    tasks.requestPath(parsed(tasks.tasksUrl, 'whose=me&text=%20a%20&after=12_Task1'), 100),
    '/me/tasks?whose=me&text=a&after=12_Task1&resultsPerPage=100',
  ],
  [
    releases.requestPath(parsed(releases.releasesUrl, 'where=archive&after=a/b'), 100),
    '/releases/search/page?resultsPerPage=100&teams=false&where=archive&after=a%2Fb',
  ],
  [pageOf(''), '/templates?view=summary&page=2&resultsPerPage=1'],
  [
    pageOf('title=%20a%20&tags=x,%20y,&folder=Folder1'),
    '/templates?view=summary&page=2&resultsPerPage=1&title=a&folderId=Folder1&tag=x&tag=y',
  ],
  [triggers.requestPath(parsed(triggers.triggersUrl, '')), '/triggers?metadata=true&resultsPerPage=100'],
  [
    triggers.requestPath(parsed(triggers.triggersUrl, 'title=%20a%20&type=time.Schedule&from=250')),
    '/triggers?metadata=true&resultsPerPage=100&triggerTitle=a&triggerType=time.Schedule&page=2',
  ],
  [inbox.inboxRequest(parsed(inbox.inboxUrl, '')), '/me/notifications?state=open'],
  [
    inbox.inboxRequest(parsed(inbox.inboxUrl, 'show=done&after=12_Inbox1')),
    '/me/notifications?state=done&after=12_Inbox1',
  ],
  [ledger.ledgerRequest(parsed(ledger.ledgerUrl, 'part=deliveries&from=x')), '/notification-deliveries'],
  [
    ledger.ledgerRequest(parsed(ledger.ledgerUrl, 'recipient=+Ann&event=task.failed&to=2026-11-02T08:00:00Z')),
    '/notification-deliveries?recipient=ann&eventType=task.failed&to=2026-11-02T08%3A00%3A00.000Z',
  ],
  [
    ledger.ledgerRequest(parsed(ledger.ledgerUrl, 'part=receivers&receiver=EventSubscription1&state=dead&recipient=x')),
    '/event-subscriptions/EventSubscription1/deliveries?state=dead',
  ],
  [people.requestPath(parsed(people.peopleUrl, 'from=150')), '/users?page=1&resultsPerPage=100'],
  [
    people.requestPath(parsed(people.peopleUrl, 'text=ann+&locked=yes&source=local&from=200')),
    '/users?page=2&resultsPerPage=100&text=ann&loginAllowed=false&external=false',
  ],
  [people.requestPath(parsed(people.peopleUrl, 'form=roles&from=100')), '/roles?page=1&resultsPerPage=100'],
  [audit.requestPath(parsed(audit.auditUrl, 'subject=+a+'), 5), '/audit?subject=a&resultsPerPage=5'],
  [why.requestPath(parsed(why.whyUrl, 'user=ann')), null],
  [why.requestPath(parsed(why.whyUrl, 'user=+&permission=admin')), '/explain/permission?permission=admin'],
])('a request contains the filters of the URL without surrounding spaces: %s', (path, expected) => {
  expect(path).toBe(expected);
});

test('the audit log sends times of the user’s time zone as UTC, and an invalid time as typed', () => {
  const from = new Date('2026-11-23T10:00').toISOString();
  const path = audit.requestPath(parsed(audit.auditUrl, 'from=2026-11-23T10:00&to=soon'), 1);
  expect(Object.fromEntries(paramsIn(path))).toEqual({ from, to: 'soon', resultsPerPage: '1' });
});

test('the search for releases contains the filters of the URL', () => {
  const order = { orderBy: 'start_date', orderDirection: 'DESC' };
  const filterOf = (text: string) => releases.filterOf(parsed(releases.releasesUrl, text));
  expect([filterOf(''), filterOf('time=RANGE&begin=x&end=')]).toEqual([order, { timeFrame: 'RANGE', ...order }]);
  const all = [
    'title=%20a%20&status=FAILED&tags=x,%20y,&tasktags=db&folder=Folder1&risk=AT_RISK&mine&flagged',
    'time=RANGE&begin=1970-01-01T00:00:01Z&end=1970-01-01T00:00:02Z&order=title&dir=asc',
  ];
  expect(filterOf(all.join('&'))).toEqual({
    title: 'a',
    statuses: ['FAILED'],
    tags: ['x', 'y'],
    taskTags: ['db'],
    parentId: 'Folder1',
    riskStatusWithThresholds: { riskStatus: 'AT_RISK' },
    timeFrame: 'RANGE',
    from: 1000,
    to: 2000,
    onlyMine: true,
    onlyFlagged: true,
    orderBy: 'title',
    orderDirection: 'ASC',
  });
});

test('the calendar searches for releases in the visible period', () => {
  const order = { from: 1, to: 2, orderBy: 'start_date', orderDirection: 'DESC' };
  const filterOf = (text: string) => calendar.filterOf(parsed(calendar.calendarUrl, text), { from: 1, to: 2 });
  expect([filterOf('title=+&owner=+'), filterOf('title=+a&mine=yes'), filterOf('owner=kim+')]).toEqual([
    order,
    { title: 'a', onlyMine: true, ...order },
    { owner: 'kim', ...order },
  ]);
});
