import { message } from '@slipway/domain/messages';
import { type EventTypeName, eventTypes, Invalid, isEventType } from '@slipway/domain/model';
import { openUnsubscribeLink, type UnsubscribeLink } from '@slipway/notifications';
import { deleteDashboardSubscription } from '@slipway/persistence/dashboards';
import { muteObject, switchOffMails } from '@slipway/persistence/notifications';
import type { Deps } from '../dependencies/deps.ts';
import { readBody } from '../http/body/read-body.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import type { Reply } from '../http/reply.ts';
import { type Choice, changedPage, choicesPage, invalidLinkPage } from './unsubscribe-page.ts';

type UnsubscribeDeps = Pick<Deps, 'database' | 'seal'>;

const maxBodyBytes = 4_096;

const infoTypes: readonly EventTypeName[] = Object.keys(eventTypes)
  .filter(isEventType)
  .filter((type) => eventTypes[type].urgency === 'info');

/** What a user can switch off. */
const scopes = ['dashboard', 'eventType', 'release', 'info'] as const;
type Scope = (typeof scopes)[number];

const choiceOf = (scope: Scope, { eventType }: UnsubscribeLink): Choice => {
  const { label } = eventTypes[eventType];
  switch (scope) {
    case 'dashboard':
      return { value: scope, label: 'No weekly mail of this dashboard', description: 'Other mails continue.' };
    case 'eventType':
      return { value: scope, label: `No mails of the type “${label}”`, description: 'Other mails continue.' };
    case 'release':
      return {
        ...{ value: scope, label: 'No notifications about this release' },
        description: 'Mails, the inbox and the browser no longer show its events.',
      };
    case 'info':
      return {
        ...{ value: scope, label: 'No mails that are only for information' },
        description: 'Mails continue if you must act, or if something failed.',
      };
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
  return choicesPage(
    link.username,
    offered.map((scope) => choiceOf(scope, link)),
  );
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
        return link === null ? invalidLinkPage() : showChoices(link);
      },
    },
    {
      method: 'POST',
      path: '/unsubscribe/*path',
      hidesPath: true,
      answer: async (request) => {
        const link = linkOf(request);
        if (link === null) return invalidLinkPage();
        const scope = await scopeIn(request, link);
        await apply(deps, link, scope);
        const { label, description } = choiceOf(scope, link);
        return changedPage(`${label}. ${description}`);
      },
    },
  ];
}
