import { linkTo } from '../../navigation/base.ts';
import { readStored, store } from '../../navigation/preferences.ts';
import { navigate } from '../../navigation/router.ts';
import { plural } from '../../navigation/text.ts';
import { entryAddress, entryTitle, type InboxEntry } from '../../pages/inbox/entries.ts';
import { areBrowserNotificationsOn, notificationPermission } from '../../pages/notifications/browser-notifications.ts';
import { eventName } from '../../pages/notifications/event-words.ts';
import { reasonText } from '../../pages/notifications/reasons.ts';

/** Each visible tab holds this lock, so that a hidden tab can detect whether the user sees the board. */
const visibleTabLock = `slipway visible ${linkTo('/')}`;

/** The storage key of the time of the newest notification that the tabs of this browser have handled. */
const handledKey = 'slipway latest notification';

/** The maximum number of notifications that are shown for one response. Others are counted. */
const maxShown = 3;

/** Holds the lock while this tab is visible. */
function holdWhileVisible(): void {
  let release: (() => void) | null = null;
  const update = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (!isVisible) {
      release?.();
      release = null;
    } else if (release === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      void navigator.locks.request(visibleTabLock, { mode: 'shared' }, () => promise);
    }
  };
  document.addEventListener('visibilitychange', update);
  update();
}

/** Shows a text. A click opens an address in this tab. */
function show(title: string, body: string, tag: string, address: string): void {
  const notification = new Notification(title, { body, tag, lang: document.documentElement.lang });
  notification.addEventListener('click', () => {
    window.focus();
    navigate(address);
    notification.close();
  });
}

/** Returns the entries after a time that the user wants to see, oldest first. */
export const newEntries = (entries: readonly InboxEntry[], after: string): readonly InboxEntry[] =>
  entries
    .filter(({ at, browser, read }) => browser && !read && Date.parse(at) > Date.parse(after))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));

function showAll(entries: readonly InboxEntry[]): void {
  for (const entry of entries.slice(0, maxShown)) {
    const { release, task, reason, type, id } = entry;
    const body = [task === undefined ? undefined : release?.title, reasonText(reason)].filter(
      (part) => part !== undefined,
    );
    show(`${eventName(type)}: ${entryTitle(entry)}`, body.join(' · '), id, entryAddress(entry));
  }
  const others = entries.length - maxShown;
  if (others > 0) show(plural(others, '# more notification', '# more notifications'), '', 'slipway more', '/inbox');
}

/** Shows new entries as notifications of the browser, unless a tab is visible. One tab shows them for all tabs. */
export async function showNotifications(entries: readonly InboxEntry[]): Promise<void> {
  const newest = entries.reduce((latest, { at }) => (Date.parse(at) > Date.parse(latest) ? at : latest), '1970-01-01');
  // A visible tab holds the shared lock. The exclusive lock also keeps two hidden tabs from showing the same entry.
  await navigator.locks.request(visibleTabLock, { ifAvailable: true }, (lock) => {
    const handled = readStored(handledKey) ?? newest;
    if (Date.parse(newest) > Date.parse(handled)) store(handledKey, newest);
    const isWanted = areBrowserNotificationsOn.peek() && notificationPermission() === 'granted';
    if (lock !== null && isWanted) showAll(newEntries(entries, handled));
  });
}

/** Starts to watch which tabs are visible. Entries from before the first start are not shown. */
export function startNotifications(): void {
  if (readStored(handledKey) === null) store(handledKey, new Date().toISOString());
  holdWhileVisible();
}
