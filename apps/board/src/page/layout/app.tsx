import { useEffect, useRef } from 'preact/hooks';
import { isOffline } from '../api/connection.ts';
import { isLoginRequired, loadSession, me, sessionGeneration, sessionRefusal } from '../api/session.ts';
import { Lazy } from '../components/lazy.tsx';
import { Toasts } from '../components/toast.tsx';
import { announcement } from '../navigation/announce.ts';
import { isFirstViewPainted } from '../navigation/first-paint.ts';
import { fragment } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { CurrentView } from './current-view.tsx';
import { GlobalShortcuts } from './global-shortcuts.tsx';
import { Palette } from './palette/palette.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The ARIA live region. */
const Announcer = () => (
  <p class="unseen" role="status" aria-live="polite">
    {announcement}
  </p>
);

/** The interval of reconnection attempts, in milliseconds. */
const retryIntervalMs = 2_000;

/** Shows that the server is unavailable. */
function OfflineBanner() {
  const offline = isOffline.value;
  useEffect(() => {
    if (!offline) return;
    const timer = window.setInterval(() => void loadSession(), retryIntervalMs);
    return () => window.clearInterval(timer);
  }, [offline]);
  if (!offline) return null;
  return (
    <p class="away" role="alert">
      Can’t reach the server. Data may be out of date. Reconnecting…
    </p>
  );
}

interface BoardProps {
  readonly isShown: boolean;
}

/** The page of a user. It loads its data before the user is known, and is inert while the user logs in again. */
const Board = ({ isShown }: BoardProps) => (
  <div class="app" hidden={!isShown} inert={!isShown}>
    <Sidebar />
    <div class="column">
      <TopBar />
      <main id="main" tabIndex={-1}>
        <CurrentView />
      </main>
    </div>
    <TabBar />
    <Toasts />
    <Palette />
    <GlobalShortcuts />
  </div>
);

const loginTitle = t('Log in · Slipway');

// The first view of a logged-in user needs none of these pages.
const loadLogin = async () => (await import('./login.tsx')).Login;
const loadSessionError = async () => (await import('./login.tsx')).SessionError;
const loadLinkPage = async () => (await import('./invitation.tsx')).LinkPage;
const loadNewPassword = async () => (await import('./new-password.tsx')).NewPassword;
const noProps = {};

/** The whole page: a link of an invitation or for a new password, the login, a new password, the error of the session, or the board. */
export function App() {
  const user = me.value;
  const isLoginShown = user === null || isLoginRequired.value;
  const isBlocked = user?.mustChangePassword === true;
  const title = useRef('');
  // An effect runs after the paint.
  useEffect(() => {
    isFirstViewPainted.value = true;
  }, []);
  useEffect(() => {
    if (!isLoginShown) return;
    title.current = document.title;
    document.title = loginTitle;
    return () => {
      // A view that stayed open during the login does not set the document title again.
      if (document.title === loginTitle) document.title = title.current;
    };
  }, [isLoginShown]);
  if (/^(invitation|reset)=/.test(fragment.value)) return <Lazy load={loadLinkPage} props={noProps} />;
  return (
    <>
      <OfflineBanner />
      {isLoginShown && <Lazy load={loadLogin} props={noProps} />}
      {user === undefined && sessionRefusal.value !== null && <Lazy load={loadSessionError} props={noProps} />}
      {isBlocked && !isLoginShown && <Lazy load={loadNewPassword} props={noProps} />}
      {user !== null && !isBlocked && (
        <Board key={sessionGeneration.value} isShown={user !== undefined && !isLoginShown} />
      )}
      <Announcer />
    </>
  );
}
