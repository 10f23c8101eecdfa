import { type Signal, useSignal } from '@preact/signals';
import { createElement, type FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { isOffline, reconnects } from '../api/connection.ts';
import { loadSession } from '../api/session.ts';

/** The key of the reloaded version, for files that a server of another version lacks. */
const storageKey = 'slipway reloaded';

/** Without storage, the page is not reloaded automatically. */
function markReloaded(): boolean {
  try {
    const isFirst = window.sessionStorage.getItem(storageKey) !== import.meta.url;
    window.sessionStorage.setItem(storageKey, import.meta.url);
    return isFirst;
  } catch {
    return false;
  }
}

const reload = (): void => window.location.reload();

/** Reloads the page to get the version of the server; once for each version. Returns whether it does. */
function reloadOnce(): boolean {
  const isFirst = markReloaded();
  if (isFirst) reload();
  return isFirst;
}

interface Props<ComponentProps extends object> {
  readonly load: () => Promise<FunctionComponent<ComponentProps>>;
  readonly props: ComponentProps;
}

type LoadState<ComponentProps extends object> =
  | { readonly load: Props<ComponentProps>['load']; readonly Component: FunctionComponent<ComponentProps> }
  | { readonly load: Props<ComponentProps>['load']; readonly Component: null }
  | null;

/** Handles a script that did not load: the server is unavailable, or has another version. */
async function recoverFromLoadError(showError: () => void, isCanceled: () => boolean): Promise<void> {
  await loadSession();
  if (isCanceled()) return;
  if (!isOffline.peek()) {
    if (!reloadOnce()) showError();
    return;
  }
  const reconnectCount = reconnects.peek();
  // A browser may not request a script again that failed.
  const stop = reconnects.subscribe((count) => {
    if (count === reconnectCount) return;
    stop();
    if (!isCanceled()) reload();
  });
}

async function startLoading<ComponentProps extends object>(
  load: Props<ComponentProps>['load'],
  state: Signal<LoadState<ComponentProps>>,
  isCanceled: () => boolean,
): Promise<void> {
  try {
    const Component = await load();
    if (!isCanceled()) state.value = { load, Component };
  } catch {
    if (isCanceled()) return;
    await recoverFromLoadError(() => {
      state.value = { load, Component: null };
    }, isCanceled);
  }
}

/** The delay before a loading message, in milliseconds. */
const loadingDelayMs = 300;

/** A part of the page with its own script. Shows a message if loading takes long. */
export function Lazy<ComponentProps extends object>({ load, props }: Props<ComponentProps>) {
  const state = useSignal<LoadState<ComponentProps>>(null);
  const isLoadingShown = useSignal(false);
  useEffect(() => {
    let isCanceled = false;
    const timer = window.setTimeout(() => {
      isLoadingShown.value = true;
    }, loadingDelayMs);
    void startLoading(load, state, () => isCanceled);
    return () => {
      isCanceled = true;
      isLoadingShown.value = false;
      window.clearTimeout(timer);
    };
  }, [load]);
  const currentState = state.value?.load === load ? state.value : null;
  if (currentState?.Component === null) {
    return (
      <p class="refusal" role="alert">
        Slipway was updated. Reload to continue.{' '}
        <button type="button" onClick={reload}>
          Reload
        </button>
      </p>
    );
  }
  if (currentState !== null) return createElement(currentState.Component, props);
  return isLoadingShown.value ? <p class="empty">Loading…</p> : null;
}
