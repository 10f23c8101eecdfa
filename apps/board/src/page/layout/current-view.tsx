import { useEffect } from 'preact/hooks';
import { me } from '../api/session.ts';
import { Lazy, preload } from '../components/lazy.tsx';
import { announce } from '../navigation/announce.ts';
import { location } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { matchView } from '../pages/views.ts';

/** Loads the script of the current view before the user is known. Rejects if it cannot be loaded. */
export async function preloadView(): Promise<void> {
  const match = matchView(location.peek().path);
  if (match !== null) await preload(match.view.load);
}

const loadPageNotFound = async () => (await import('./page-not-found.tsx')).PageNotFound;

/** The view that the URL selects. */
export function CurrentView() {
  const match = matchView(location.value.path);
  const view = match?.view;
  const isUserLoaded = me.value !== undefined;
  useEffect(() => {
    if (view === undefined) document.title = t('Page not found · Slipway');
    if (view?.name !== undefined && isUserLoaded) announce(view.name);
  }, [view, isUserLoaded]);
  if (match === null) return <Lazy load={loadPageNotFound} props={{}} />;
  return <Lazy load={match.view.load} props={{ params: match.params }} />;
}
