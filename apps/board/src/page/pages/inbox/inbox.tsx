import { useEffect, useMemo, useRef } from 'preact/hooks';
import Bookmark from '~icons/lucide/bookmark';
import CircleCheck from '~icons/lucide/circle-check';
import MailCheck from '~icons/lucide/mail-check';
import Settings from '~icons/lucide/settings';
import { Tabs } from '../../components/controls/tabs.tsx';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { type Shortcut, useShortcuts } from '../../navigation/shortcuts.ts';
import { t } from '../../navigation/text.ts';
import { settingsPath } from '../notifications/urls.ts';
import { PageLinks } from '../tasks/task-list.tsx';
import { groupByRelease, type InboxEntry, type InboxGroup, type InboxQuery, inboxUrl } from './entries.ts';
import { EntryRow } from './entry-row.tsx';
import { type EntryAction, unreadText, useInbox } from './use-inbox.ts';

const tabs = [
  ['open', t('Inbox')],
  ['unread', t('Unread')],
  ['saved', t('Saved')],
  ['done', t('Done')],
] as const satisfies readonly (readonly [InboxQuery['state'], string])[];

const rowLinks = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.notice .what a')];

/** Moves the focus to the next or previous notification, or to the first one if none has the focus. */
function moveFocus(offset: 1 | -1): void {
  const links = rowLinks();
  const index = links.findIndex((link) => link.closest('.notice')?.contains(document.activeElement) === true);
  links[Math.max(0, index + offset)]?.focus();
}

/** Returns the id of the notification that contains the focus. */
const focusedId = (): string | undefined => document.activeElement?.closest<HTMLElement>('.notice')?.dataset.entry;

type Run = (entry: InboxEntry, action: EntryAction) => void;

/** Adds the keys of the list. */
function useInboxKeys(entries: readonly InboxEntry[] | undefined, run: Run): void {
  const latest = useRef({ entries, run });
  latest.current = { entries, run };
  const keys = useMemo((): readonly Shortcut[] => {
    const onFocused = (actionOf: (entry: InboxEntry) => EntryAction) => (): void => {
      const id = focusedId();
      const entry = latest.current.entries?.find((candidate) => candidate.id === id);
      if (entry !== undefined) latest.current.run(entry, actionOf(entry));
    };
    return [
      { key: 'j', description: t('Next notification'), run: () => moveFocus(1) },
      { key: 'k', description: t('Previous notification'), run: () => moveFocus(-1) },
      {
        key: 'e',
        description: t('Mark as done, or move to the inbox'),
        run: onFocused(({ done }) => (done ? 'undone' : 'done')),
      },
      {
        key: 's',
        description: t('Save, or remove from saved'),
        run: onFocused(({ saved }) => (saved ? 'unsave' : 'save')),
      },
    ];
  }, []);
  useShortcuts(keys);
}

interface GroupProps {
  readonly group: InboxGroup;
  readonly run: Run;
}

/** The notifications of a release. */
const Group = ({ group: { title, to, entries }, run }: GroupProps) => (
  <li class="card">
    <header>
      <h2>{to === null ? title : <Link to={to}>{title}</Link>}</h2>
      <span class="badge">{entries.length}</span>
    </header>
    <ul>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} run={run} />
      ))}
    </ul>
  </li>
);

/** The message for an empty list. */
function EmptyMessage({ state }: Pick<InboxQuery, 'state'>) {
  switch (state) {
    case 'open':
    case 'unread':
      return <EmptyState icon={CircleCheck} text="You’re all caught up" />;
    case 'saved':
      return <EmptyState icon={Bookmark} text="No saved notifications" />;
    case 'done':
      return <EmptyState icon={CircleCheck} text="No notifications are done yet" />;
  }
}

const crumbs = [
  { label: t('Home'), to: '/' },
  { label: t('Inbox'), to: null },
] as const;

/** The notifications of the user by release, with keys and actions. */
export function InboxView() {
  const previousPages = useMemo(() => new Map<string, string | null>(), []);
  const { list, entries, refusal, run, readAll } = useInbox();
  const unread = list.page?.unread ?? 0;
  const groups = useMemo(() => groupByRelease(entries ?? []), [entries]);
  useInboxKeys(entries, run);
  useBreadcrumb(crumbs);
  usePaletteActions([
    { name: t('Mark all notifications as read'), missingPermission: null, run: () => void readAll() },
  ]);
  useEffect(() => {
    document.title = t`${unread === 0 ? '' : `(${unread}) `}Inbox · Slipway`;
  }, [unread]);
  return (
    <section class="medium inbox">
      <PageHead title="Inbox" meta={unread === 0 ? t('No unread notifications') : unreadText(unread)}>
        <Link to={settingsPath} class="button quiet">
          <Icon of={Settings} />
          Settings
        </Link>
        <button type="button" disabled={unread === 0} onClick={() => void readAll()}>
          <Icon of={MailCheck} />
          Mark all as read
        </button>
      </PageHead>
      <Tabs
        label="Notifications"
        tabs={tabs.map(([state, title]) => ({
          title,
          to: inboxUrl.url('/inbox', { state, after: null }),
          isCurrent: state === list.query.state,
        }))}
      />
      <Refusal message={list.refusal} retry={list.retry} />
      <Refusal message={refusal} />
      {entries === undefined && list.refusal === null && <Skeleton />}
      {groups.length > 0 && (
        <ul class="notice-groups">
          {groups.map((group) => (
            <Group key={group.key} group={group} run={run} />
          ))}
        </ul>
      )}
      {entries?.length === 0 && (
        <div class="card">
          <EmptyMessage state={list.query.state} />
        </div>
      )}
      <PageLinks list={list} previousPages={previousPages} />
    </section>
  );
}
