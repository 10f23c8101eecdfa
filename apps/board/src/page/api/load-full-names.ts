import { effect } from '@preact/signals';
import type { FullNamesResponse } from '@slipway/api-schema/people';
import { ApiError, OfflineError } from './errors.ts';
import { fullNamesText } from './full-names.ts';
import { apiPath, request } from './rest.ts';
import { isLoggedIn, sessionGeneration } from './session.ts';

/** The maximum wait for an idle browser, and the wait in a browser that cannot report it, in milliseconds. */
const [maxWaitMs, fixedWaitMs] = [3_000, 1_000];

/** Waits until the browser is idle, so that the data of a view is requested first. Safari cannot report it. */
const waitForIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: maxWaitMs });
    else setTimeout(resolve, fixedWaitMs);
  });

/** Loads the full names, unless the stored ones are current. */
export async function loadFullNames(): Promise<void> {
  const generation = sessionGeneration.peek();
  const text = fullNamesText();
  const [storedTag] = text.peek().split('\n');
  try {
    const response = await request<FullNamesResponse>({
      ...{ method: 'GET', path: apiPath('/me/full-names') },
      etag: storedTag || undefined,
    });
    // The response may belong to a user who has logged out.
    if (response.isNotModified || generation !== sessionGeneration.peek()) return;
    text.value = `${response.etag ?? ''}\n${JSON.stringify(response.value)}`;
  } catch (error) {
    // The page shows user names, or the stored full names. The next page requests them again.
    if (!(error instanceof ApiError || error instanceof OfflineError)) throw error;
  }
}

/** Loads the full names once for this page, and once for each user who logs in later. */
export function startFullNames(): void {
  let latestGeneration = -1;
  effect(() => {
    const generation = sessionGeneration.value;
    if (!isLoggedIn.value || generation === latestGeneration) return;
    latestGeneration = generation;
    void waitForIdle().then(async () => {
      if (isLoggedIn.peek() && generation === sessionGeneration.peek()) await loadFullNames();
    });
  });
}
