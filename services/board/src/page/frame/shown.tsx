import { type Signal, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { announce } from '../place/announce.ts';
import { Link } from '../place/link.tsx';
import { partsOf, place } from '../place/router.ts';
import type { ViewProps } from '../views/view.ts';
import { firstView, type View, views } from '../views/views.ts';

interface Found {
  readonly view: View;
  readonly parts: ViewProps['parts'];
}

function viewAt(path: string): Found | null {
  for (const view of views) {
    const parts = partsOf(view.pattern, path === '/' ? firstView : path);
    if (parts !== null) return { view, parts };
  }
  return null;
}

/** Has the view of the address fetched, before it is known who looks at it. */
export function fetchView(): void {
  viewAt(place.peek().path)
    ?.view.load()
    .catch(() => {});
}

type Loaded = { readonly view: View; readonly Component: FunctionComponent<ViewProps> } | 'failed' | null;

async function load(view: View, loaded: Signal<Loaded>, isOver: () => boolean): Promise<void> {
  try {
    const Component = await view.load();
    if (!isOver()) loaded.value = { view, Component };
  } catch {
    if (!isOver()) loaded.value = 'failed';
  }
}

/** The view of the address. */
export function Shown() {
  const loaded = useSignal<Loaded>(null);
  const found = viewAt(place.value.path);
  const view = found?.view;
  useEffect(() => {
    let isOver = false;
    if (view) void load(view, loaded, () => isOver);
    return () => {
      isOver = true;
    };
  }, [view]);
  useEffect(() => {
    if (view?.name !== undefined) announce(view.name);
  }, [view]);
  if (found === null) {
    return (
      <section class="lost">
        <h1>There is nothing at this address</h1>
        <Link to="/">Back to the start</Link>
      </section>
    );
  }
  const now = loaded.value;
  if (now === 'failed') {
    return (
      <p class="refusal" role="alert">
        This view could not be loaded: load the page anew.
      </p>
    );
  }
  return now?.view === view && now ? <now.Component parts={found.parts} /> : null;
}
