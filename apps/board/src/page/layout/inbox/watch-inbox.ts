import { effect } from '@preact/signals';
import { ApiError, OfflineError } from '../../api/errors.ts';
import { read } from '../../api/rest.ts';
import { isLoggedIn, me } from '../../api/session.ts';
import { subscribe } from '../../live/subscriptions.ts';
import type { InboxPage } from '../../pages/inbox/entries.ts';
import { hasBrowserNotifications } from '../../pages/notifications/browser-notifications.ts';

/** Loads the unread notifications, updates the number of the bell, and shows new ones in the browser. */
async function loadUnread(): Promise<void> {
  const user = me.peek();
  if (!user) return;
  try {
    const { unread, items } = await read<InboxPage>('/me/notifications?state=unread&limit=20');
    // Another user may have logged in meanwhile.
    if (me.peek()?.username !== user.username) return;
    if (me.peek()?.unreadNotifications !== unread) me.value = { ...user, unreadNotifications: unread };
    if (hasBrowserNotifications()) await (await import('./show-notifications.ts')).showNotifications(items);
  } catch (error) {
    // The next event loads them again.
    if (!(error instanceof ApiError || error instanceof OfflineError)) throw error;
  }
}

/** Watches the inbox of the user. The number of the first view is part of the response about the user. */
export function startInbox(): void {
  if (hasBrowserNotifications())
    void import('./show-notifications.ts').then(({ startNotifications }) => startNotifications());
  effect(() => {
    if (!isLoggedIn.value) return;
    return subscribe('inbox=true', () => void loadUnread());
  });
}
