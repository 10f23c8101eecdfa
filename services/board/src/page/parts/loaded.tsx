import { type Signal, useSignal } from '@preact/signals';
import { createElement, type FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { isAway, returns } from '../data/connection.ts';
import { meet } from '../data/session.ts';
import { loadAnew, loadAnewOnce } from '../place/load-anew.ts';

interface Props<Given extends object> {
  readonly load: () => Promise<FunctionComponent<Given>>;
  readonly given: Given;
}

type Found<Given extends object> =
  | { readonly load: Props<Given>['load']; readonly Component: FunctionComponent<Given> }
  | { readonly load: Props<Given>['load']; readonly Component: null }
  | null;

/** Makes up for scripts that do not come: the server is away, or of another version by now. */
async function makeUp(say: () => void, isOver: () => boolean): Promise<void> {
  await meet();
  if (isOver()) return;
  if (!isAway.peek()) {
    if (!loadAnewOnce()) say();
    return;
  }
  const known = returns.peek();
  // a browser may not ask again for a script that did not come
  const stop = returns.subscribe((count) => {
    if (count === known) return;
    stop();
    if (!isOver()) loadAnew();
  });
}

async function begin<Given extends object>(
  load: Props<Given>['load'],
  found: Signal<Found<Given>>,
  isOver: () => boolean,
): Promise<void> {
  try {
    const Component = await load();
    if (!isOver()) found.value = { load, Component };
  } catch {
    if (isOver()) return;
    await makeUp(() => {
      found.value = { load, Component: null };
    }, isOver);
  }
}

/** The delay before a loading message, in milliseconds. */
const lateMs = 300;

/** A part of the page that is a script of its own: nothing until that is here, and a word where that takes long. */
export function Loaded<Given extends object>({ load, given }: Props<Given>) {
  const found = useSignal<Found<Given>>(null);
  const isLate = useSignal(false);
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(() => {
      isLate.value = true;
    }, lateMs);
    void begin(load, found, () => isOver);
    return () => {
      isOver = true;
      isLate.value = false;
      window.clearTimeout(timer);
    };
  }, [load]);
  const now = found.value?.load === load ? found.value : null;
  if (now?.Component === null) {
    return (
      <p class="refusal" role="alert">
        The server does not have this view: it may be of another version than this page.{' '}
        <button type="button" onClick={loadAnew}>
          Reload the page
        </button>
      </p>
    );
  }
  if (now !== null) return createElement(now.Component, given);
  return isLate.value ? <p class="empty">Loading…</p> : null;
}
