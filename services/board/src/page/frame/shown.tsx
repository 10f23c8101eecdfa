import { useEffect } from 'preact/hooks';
import { me } from '../data/session.ts';
import { Loaded } from '../parts/loaded.tsx';
import { announce } from '../place/announce.ts';
import { Link } from '../place/link.tsx';
import { partsOf, place } from '../place/router.ts';
import type { ViewProps } from '../views/view.ts';
import { firstView, type View, views } from '../views/views.ts';
import { offeredViews } from './offered.ts';

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

/** The view of the address. */
export function Shown() {
  const found = viewAt(place.value.path);
  const view = found?.view;
  const isKnown = me.value !== undefined;
  useEffect(() => {
    if (view === undefined) document.title = 'Nothing here · Slipway';
    if (view?.name !== undefined && isKnown) announce(view.name);
  }, [view, isKnown]);
  if (found === null) {
    return (
      <section class="lost">
        <h1>There is nothing at this address</h1>
        <p class="tools">
          {offeredViews().map(({ name, pattern }) => (
            <Link key={pattern} to={pattern} class="button">
              {name}
            </Link>
          ))}
        </p>
      </section>
    );
  }
  return <Loaded load={found.view.load} given={{ parts: found.parts }} />;
}
