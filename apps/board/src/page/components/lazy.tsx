import { type Signal, useSignal } from '@preact/signals';
import { createElement, type FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isOffline, reconnects } from '../api/connection.ts';
import { loadSession } from '../api/session.ts';

/** The storage key of the URL of the script that has reloaded the page. Each version has another URL. */
const storageKey = 'slipway reloaded';

/** Whether this version has not reloaded the page before. False without storage, which prevents a reload loop. */
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

/** Reloads the page once for each version, to load the version of the server. Returns whether it reloads. */
function reloadOnce(): boolean {
  const isFirst = markReloaded();
  if (isFirst) reload();
  return isFirst;
}

/** Loads the script of a component. */
export interface Loader<ComponentProps extends object> {
  (): Promise<FunctionComponent<ComponentProps>>;
  /** The component, after it was loaded for the first time: it is rendered without a wait. */
  loaded?: FunctionComponent<ComponentProps>;
}

/** Loads a component, and returns it. Rejects if its script or style sheet cannot be loaded. */
export async function preload<ComponentProps extends object>(
  loader: Loader<ComponentProps>,
): Promise<FunctionComponent<ComponentProps>> {
  const Component = loader.loaded ?? (await loader());
  loader.loaded = Component;
  return Component;
}

interface Props<ComponentProps extends object> {
  readonly load: Loader<ComponentProps>;
  readonly props: ComponentProps;
  /** Whether the page is usable without it. A failed load then shows nothing, and does not reload the page. */
  readonly isOptional?: boolean;
}

type LoadState<ComponentProps extends object> =
  | { readonly load: Props<ComponentProps>['load']; readonly Component: FunctionComponent<ComponentProps> }
  | { readonly load: Props<ComponentProps>['load']; readonly Component: null }
  | null;

/** Handles a script that failed to load, because the server is unavailable or runs another version. */
async function recoverFromLoadError(showError: () => void, isCanceled: () => boolean): Promise<void> {
  await loadSession();
  if (isCanceled()) return;
  if (!isOffline.peek()) {
    if (!reloadOnce()) showError();
    return;
  }
  const reconnectCount = reconnects.peek();
  // Browsers may not request a failed script again, so a reconnection reloads the page.
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
  isOptional: boolean,
): Promise<void> {
  try {
    const Component = await preload(load);
    if (!isCanceled()) state.value = { load, Component };
  } catch {
    if (isCanceled() || isOptional) return;
    await recoverFromLoadError(() => {
      state.value = { load, Component: null };
    }, isCanceled);
  }
}

/** The delay before a loading message, in milliseconds. */
const loadingDelayMs = 300;

/** A component in its own script. Shows a message if the script takes long to load. */
export function Lazy<ComponentProps extends object>({ load, props, isOptional = false }: Props<ComponentProps>) {
  const state = useSignal<LoadState<ComponentProps>>(null);
  const isLoadingShown = useSignal(false);
  useLayoutEffect(() => {
    if (load.loaded !== undefined) return;
    let isCanceled = false;
    const timer = window.setTimeout(() => {
      isLoadingShown.value = true;
    }, loadingDelayMs);
    void startLoading(load, state, () => isCanceled, isOptional);
    return () => {
      isCanceled = true;
      isLoadingShown.value = false;
      window.clearTimeout(timer);
    };
  }, [load]);
  const loadedState = load.loaded === undefined ? null : { load, Component: load.loaded };
  const currentState = state.value?.load === load ? state.value : loadedState;
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
