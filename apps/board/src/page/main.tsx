import { render } from 'preact';
import { waitForPrefetched } from './api/prefetch.ts';
import { loadSession, watchSession } from './api/session.ts';
import { startUserActivity } from './api/user-activity.ts';
import { App } from './layout/app.tsx';
import { preloadView } from './layout/current-view.tsx';
import { startRecentItems } from './live/recent-items.ts';
import { startLiveUpdates } from './live/stream.ts';
import { startPolling } from './live/subscriptions.ts';
import { startIgnoringDoubleClicks } from './navigation/ignore-double-clicks.ts';
import { startPreferences } from './navigation/preferences.ts';
import { startPrintDetection } from './navigation/print.ts';
import { startFocusRestore } from './navigation/restore-focus.ts';
import { startRouter } from './navigation/router.ts';
import { startShortcuts } from './navigation/shortcuts.ts';
import { startViewStyle } from './navigation/view-style.ts';

startUserActivity();
startPreferences();
startPrintDetection();
startViewStyle();
startIgnoringDoubleClicks();
startRouter();
startShortcuts();
startFocusRestore();
watchSession();
startLiveUpdates();
startPolling();
startRecentItems();

/** The time after which the page is shown without its view, user and data, in milliseconds. */
const maxWaitMs = 500;

/**
 * Renders the page when its user, view and prefetched data have arrived, which is faster than rendering it several times.
 * Then loads the full names of users, which are many, and watches the inbox.
 */
async function start(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.allSettled([loadSession(), preloadView(), waitForPrefetched()]), timeout]);
  const root = document.getElementById('board');
  if (root) render(<App />, root);
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  // Without this script, the page shows user names, and the number of notifications at its load.
  await import('./layout/inbox/after-first-view.ts')
    .then(({ startAfterFirstView }) => startAfterFirstView())
    .catch(() => {});
}

void start();
