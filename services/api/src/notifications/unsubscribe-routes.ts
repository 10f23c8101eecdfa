import { productName } from '@slipway/api-schema/system';
import { message } from '@slipway/domain/messages';
import { type EventTypeName, eventTypes, Invalid, isEventType } from '@slipway/domain/model';
import { escapeHtml, openUnsubscribeLink, type UnsubscribeLink } from '@slipway/notifications';
import { deleteDashboardSubscription } from '@slipway/persistence/dashboards';
import { muteObject, switchOffMails } from '@slipway/persistence/notifications';
import type { Deps } from '../dependencies/deps.ts';
import { readBody } from '../http/body/read-body.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import type { Reply } from '../http/reply.ts';

type UnsubscribeDeps = Pick<Deps, 'database' | 'seal'>;

/** The page has no script and no style, and its form is sent to this server only. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const maxBodyBytes = 4_096;

function page(status: number, title: string, content: string): Reply {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`;
  return {
    status,
    type: 'text/html; charset=utf-8',
    content: `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' },
  };
}

const invalidPage = (): Reply =>
  page(
    404,
    'This link is not valid',
    `<p>It may have expired. Log in to ${productName} to change your notifications.</p>`,
  );

const infoTypes: readonly EventTypeName[] = Object.keys(eventTypes)
  .filter(isEventType)
  .filter((type) => eventTypes[type].urgency === 'info');

/** What a user can switch off. */
const scopes = ['dashboard', 'eventType', 'release', 'info'] as const;
type Scope = (typeof scopes)[number];

const labelOf = (scope: Scope, { eventType }: UnsubscribeLink): string => {
  switch (scope) {
    case 'dashboard':
      return 'No weekly mail of this dashboard';
    case 'eventType':
      return `No mails about the event “${eventTypes[eventType].label}”`;
    case 'release':
      return 'No notifications about this release';
    case 'info':
      return 'No mails that are only for information';
  }
};

/** Whether a link can change this. A dashboard has its own choice instead of that for all weekly mails. */
function isOffered(scope: Scope, { releaseId, dashboardId }: UnsubscribeLink): boolean {
  switch (scope) {
    case 'dashboard':
      return dashboardId !== undefined;
    case 'eventType':
      return dashboardId === undefined;
    case 'release':
      return releaseId !== null;
    case 'info':
      return true;
  }
}

/** Shows the choices. Mail scanners open links, so it changes nothing. */
function showChoices(link: UnsubscribeLink): Reply {
  const offered = scopes.filter((scope) => isOffered(scope, link));
  const buttons = offered.map(
    (scope) => `<p><button name="scope" value="${scope}">${escapeHtml(labelOf(scope, link))}</button></p>`,
  );
  return page(200, 'Change your notifications', `<form method="post">${buttons.join('')}</form>`);
}

/** Applies a choice. A repeated request has the same effect. */
async function apply({ database }: UnsubscribeDeps, link: UnsubscribeLink, scope: Scope): Promise<void> {
  const { username, eventType, releaseId, dashboardId } = link;
  switch (scope) {
    case 'dashboard':
      if (dashboardId !== undefined) await deleteDashboardSubscription(database, dashboardId, username);
      return;
    case 'eventType':
      return await switchOffMails(database, username, [eventType]);
    case 'info':
      return await switchOffMails(database, username, infoTypes);
    case 'release':
      if (releaseId !== null) await muteObject(database, username, releaseId);
  }
}

/** Returns the choice in a form: a button of the page, or the one-click request of a mail program (RFC 8058). */
async function scopeIn({ message: incoming }: PlainRequest, link: UnsubscribeLink): Promise<Scope> {
  const form = new URLSearchParams((await readBody(incoming, maxBodyBytes)).toString());
  if (form.get('List-Unsubscribe') === 'One-Click') return isOffered('dashboard', link) ? 'dashboard' : 'eventType';
  const scope = scopes.find((candidate) => candidate === form.get('scope'));
  if (scope === undefined) throw new Invalid(message('unsubscribe.form'));
  return scope;
}

/** The page for recipients of mails, without a login. The link in the mail permits the changes of one user. */
export function unsubscribeRoutes(deps: UnsubscribeDeps, now = Date.now): readonly PlainRoute[] {
  const linkOf = ({ path }: PlainRequest) => openUnsubscribeLink(deps.seal, path, now());
  return [
    {
      method: 'GET',
      path: '/unsubscribe/*path',
      hidesPath: true,
      answer: (request) => {
        const link = linkOf(request);
        return link === null ? invalidPage() : showChoices(link);
      },
    },
    {
      method: 'POST',
      path: '/unsubscribe/*path',
      hidesPath: true,
      answer: async (request) => {
        const link = linkOf(request);
        if (link === null) return invalidPage();
        const scope = await scopeIn(request, link);
        await apply(deps, link, scope);
        return page(200, 'Your notifications are changed', `<p>${escapeHtml(labelOf(scope, link))}.</p>`);
      },
    },
  ];
}
