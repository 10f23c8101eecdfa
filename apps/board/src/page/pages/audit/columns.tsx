import type { AuditResponse } from '@slipway/api-schema/audit';
import type { EventSubscriptionResponse } from '@slipway/api-schema/notifications';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import ListFilter from '~icons/lucide/list-filter';
import { type Entity, entity } from '../../api/entity.ts';
import { fullNameOf, knownFullName, systemAuthor } from '../../api/full-names.ts';
import { ExactMoment } from '../../components/exact-moment.tsx';
import { Avatar } from '../../components/marks/avatar.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { None } from '../../components/moment.tsx';
import type { Column } from '../../components/table.tsx';
import { type Folder, findFolder } from '../../live/folders.ts';
import { useEntity, useLiveRefresh } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { receiverUrl } from '../notifications/place.ts';
import { Changes } from './changes.tsx';

/** A release, template or receiver in the target of an entry. */
interface Plan {
  readonly title: string;
  /** The path of its view. */
  readonly to: string;
}

/** The maximum number of loaded releases and templates. Each response contains all tasks, so it can be large. */
const maxPlans = 20;
const noTopics: readonly Topic[] = [];

const planOf = (id: string, { title, status }: ReleaseResponse): Plan => ({
  title,
  to: `/${status === 'TEMPLATE' ? 'templates' : 'releases'}/${id}`,
});

/** Returns the ids of possible releases and templates in an entry: its target, and the release of a comment. */
export const planIdsOf = ({ subject, before }: AuditResponse): readonly string[] => {
  const release = typeof before === 'object' && before !== null && 'releaseId' in before ? before.releaseId : null;
  return [subject, release].filter((id) => typeof id === 'string');
};

/** Loads the releases and templates among these targets, by their ids. Omits those that the user cannot view. */
export function usePlans(subjects: readonly string[]): ReadonlyMap<string, Plan> {
  const ids = [...new Set(subjects)].filter((id) => /^Release\w+$/.test(id)).slice(0, maxPlans);
  const entities = useMemo(
    () => new Map(ids.map((id): [string, Entity<ReleaseResponse>] => [id, entity(`/releases/${id}?comments=false`)])),
    [ids.join()],
  );
  const refresh = useMemo(
    () => async () => void (await Promise.all([...entities.values()].map((planEntity) => planEntity.refresh()))),
    [entities],
  );
  useLiveRefresh(noTopics, refresh);
  return new Map(
    [...entities].flatMap(([id, { value }]) => (value.value ? [[id, planOf(id, value.value)] as const] : [])),
  );
}

const receiverPattern = /^EventSubscription\w+$/;

/** Loads the receivers among these targets, by their ids. Omits those that the user cannot change. */
export function useReceivers(subjects: readonly (string | undefined)[]): ReadonlyMap<string, Plan> {
  const isNeeded = subjects.some((id) => id !== undefined && receiverPattern.test(id));
  const { value } = useEntity<readonly EventSubscriptionResponse[]>(isNeeded ? '/event-subscriptions' : null, noTopics);
  const receivers = value.value ?? [];
  return new Map(
    receivers.map(({ id, title, folderId = null }) => [id, { title, to: receiverUrl({ folderId }, id) }] as const),
  );
}

/** The label of each action. */
export const actionLabels: Readonly<Record<AuditResponse['action'], string>> = {
  LOGIN_SUCCEEDED: t('Logged in'),
  LOGIN_FAILED: t('Login failed'),
  LOGIN_THROTTLED: t('Login blocked (too many attempts)'),
  SESSION_STARTED: t('Session started'),
  SESSION_ENDED: t('Session ended'),
  TOKEN_CREATED: t('Token created'),
  TOKEN_ENDED: t('Token revoked'),
  CALENDAR_CREATED: t('Calendar feed created'),
  CALENDAR_ENDED: t('Calendar feed deleted'),
  USER_CREATED: t('User created'),
  USER_UPDATED: t('User changed'),
  USER_DELETED: t('User deleted'),
  INVITATION_CREATED: t('User invited'),
  INVITATION_REVOKED: t('Invitation revoked'),
  INVITATION_ACCEPTED: t('Invitation accepted'),
  RESET_REQUESTED: t('Password reset requested'),
  PASSWORD_RESET: t('Password reset'),
  ROLE_CREATED: t('Role created'),
  ROLE_UPDATED: t('Role changed'),
  ROLE_RENAMED: t('Role renamed'),
  ROLE_DELETED: t('Role deleted'),
  TEAMS_UPDATED: t('Teams changed'),
  TEAMS_INHERITED: t('Team inheritance restored'),
  VIEW_UPDATED: t('Shared view changed'),
  VIEW_DELETED: t('Shared view deleted'),
  COMMENT_UPDATED: t('Comment edited'),
  COMMENT_DELETED: t('Comment deleted'),
  RISKPROFILE_CREATED: t('Risk profile created'),
  RISKPROFILE_UPDATED: t('Risk profile changed'),
  RISKPROFILE_DELETED: t('Risk profile deleted'),
  THRESHOLDS_UPDATED: t('Risk thresholds changed'),
  NOTIFICATIONS_UPDATED: t('Notification rules changed'),
  TEMPLATES_UPDATED: t('Message templates changed'),
  DELIVERIES_REPLAYED: t('Deliveries replayed'),
  MAIL_TESTED: t('Test email sent'),
  SUSPENSION_ENDED: t('Email address resumed'),
  REPORT_CREATED: t('Audit report created'),
  RECEIVER_CREATED: t('Receiver created'),
  RECEIVER_UPDATED: t('Receiver changed'),
  RECEIVER_DELETED: t('Receiver deleted'),
  AGENT_REGISTERED: t('Agent registered'),
  INTEGRATION_ENABLED: t('Integration enabled'),
  INTEGRATION_DISABLED: t('Integration disabled'),
  SECRET_ROTATED: t('Webhook secret rotated'),
  SECRET_REVOKED: t('Previous webhook secret revoked'),
  INSIGHTS_UPDATED: t('Insight settings changed'),
  DEPLOYMENT_MARKED: t('Deployment marked'),
  INCIDENT_RECORDED: t('Incident recorded'),
  DASHBOARD_CREATED: t('Dashboard created'),
  DASHBOARD_UPDATED: t('Dashboard changed'),
  DASHBOARD_DELETED: t('Dashboard deleted'),
};

/** The folders, releases, templates and receivers that the user can view. */
interface KnownObjects {
  readonly folders: readonly Folder[];
  /** Releases, templates and receivers, by their ids. */
  readonly plans: ReadonlyMap<string, Plan>;
}

/** Returns the title and the view of a folder, release, template or receiver; an empty object for other targets. */
function describeSubject({ folders, plans }: KnownObjects, subject: string): Partial<Plan> {
  const folder = subject.startsWith('Folder') ? findFolder(folders, subject) : undefined;
  return folder ? { title: folder.name, to: `/folders/${subject}?form=teams` } : (plans.get(subject) ?? {});
}

/** The names of the ways to log in, which are the target of a login. */
const loginWays: Readonly<Record<string, string>> = {
  password: t('Method: password'),
  token: t('Method: access token'),
  session: t('Method: session'),
  provider: t('Method: single sign-on'),
  invitation: t('Method: invitation link'),
};

interface SubjectProps extends KnownObjects {
  readonly action: AuditResponse['action'];
  readonly subject: string;
  readonly addressForSubject: (subject: string) => string;
}

/** The target of an entry, and a link that filters by it. */
function Subject({ action, subject, addressForSubject, ...knownObjects }: SubjectProps) {
  const way = action.startsWith('LOGIN_') ? loginWays[subject] : undefined;
  const { title = way ?? subject, to } = describeSubject(knownObjects, subject);
  return (
    <>
      {to === undefined ? <bdi>{title}</bdi> : <Link to={to}>{title}</Link>}{' '}
      <Link
        to={addressForSubject(subject)}
        class="filter-link"
        label={t`Filter by this target: ${title}`}
        title="Filter by this target"
      >
        <Icon of={ListFilter} size="small" />
      </Link>
    </>
  );
}

/** The user who took an action, with an avatar. The log also has the user name, which the filter uses. */
const Actor = ({ name }: { readonly name: string }) => (
  <span class="person">
    {name !== systemAuthor && <Avatar name={name} isNamed />}
    <span>
      <bdi>{knownFullName(name) ?? fullNameOf(name)}</bdi>
      {knownFullName(name) !== null && (
        <span class="sub">
          <bdi>{name}</bdi>
        </span>
      )}
    </span>
  </span>
);

/**
 * The time of an entry, by which the entries are ordered. An entry for several similar logins has the times of the
 * first and the last one.
 */
const EntryTime = ({ date, lastDate }: Pick<AuditResponse, 'date' | 'lastDate'>) => (
  <div class="two-lines">
    {date ? <ExactMoment at={date} /> : <None />}
    {lastDate && (
      <span class="sub">
        Last at <ExactMoment at={lastDate} />
      </span>
    )}
  </div>
);

/** The columns of the audit log. */
export const columnsOf = (context: Omit<SubjectProps, 'action' | 'subject'>): readonly Column<AuditResponse>[] => [
  {
    name: t('Time'),
    cell: (entry) => <EntryTime {...entry} />,
  },
  { name: t('Actor'), cell: ({ username }) => (username ? <Actor name={username} /> : <None />) },
  {
    name: t('Event'),
    cell: ({ action, count }) => `${actionLabels[action]}${count > 1 ? t` (${count} times within an hour)` : ''}`,
  },
  {
    name: t('Target'),
    cell: ({ action, subject }) => (subject ? <Subject {...{ action, subject }} {...context} /> : <None />),
  },
  { name: t('IP address'), cell: ({ address }) => address ?? <None /> },
  { name: t('Changes'), cell: (entry) => <Changes entry={entry} describe={(id) => describeSubject(context, id)} /> },
];
