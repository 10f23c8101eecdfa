import { useEffect } from 'preact/hooks';
import { me } from '../api/session.ts';
import { Lazy } from '../components/lazy.tsx';
import { NotFoundTile } from '../components/not-found.tsx';
import { announce } from '../navigation/announce.ts';
import { Link } from '../navigation/link.tsx';
import { location } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { matchView } from '../pages/views.ts';
import { visibleViews } from './menu.ts';

/** Loads the script of the current view before the user is known. */
export function preloadView(): void {
  matchView(location.peek().path)
    ?.view.load()
    .catch(() => {});
}

/** The view that the URL selects. */
export function CurrentView() {
  const match = matchView(location.value.path);
  const view = match?.view;
  const isUserLoaded = me.value !== undefined;
  useEffect(() => {
    if (view === undefined) document.title = t('Page not found · Slipway');
    if (view?.name !== undefined && isUserLoaded) announce(view.name);
  }, [view, isUserLoaded]);
  if (match === null) {
    return (
      <section class="not-found card">
        <NotFoundTile />
        <h1>Page not found</h1>
        <p>Check the address, or go to Home.</p>
        <p class="tools">
          {visibleViews().map(({ name, pattern }) => (
            <Link key={pattern} to={pattern} class="button">
              {name}
            </Link>
          ))}
        </p>
      </section>
    );
  }
  return <Lazy load={match.view.load} props={{ params: match.params }} />;
}
