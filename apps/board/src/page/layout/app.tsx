import { useEffect, useRef } from 'preact/hooks';
import { isLoginRequired, me, sessionGeneration, sessionRefusal } from '../api/session.ts';
import { Announcer } from './announcer.tsx';
import { CurrentView } from './current-view.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { Login, SessionError } from './login.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette.tsx';

interface BoardProps {
  readonly isShown: boolean;
}

/** The page of a user. It loads its data before the user is known, and waits during another login. */
const Board = ({ isShown }: BoardProps) => (
  <div hidden={!isShown} inert={!isShown}>
    <Header />
    <main id="main" tabIndex={-1}>
      <CurrentView />
    </main>
    <Palette />
    <Help />
  </div>
);

const loginTitle = 'Log in · Slipway';

/** The whole page: the login, the reason why the server refuses the session, or the board. */
export function App() {
  const user = me.value;
  const isLoginShown = user === null || isLoginRequired.value;
  const title = useRef('');
  useEffect(() => {
    if (!isLoginShown) return;
    title.current = document.title;
    document.title = loginTitle;
    return () => {
      // A view that stayed open does not set its title again.
      if (document.title === loginTitle) document.title = title.current;
    };
  }, [isLoginShown]);
  return (
    <>
      <OfflineBanner />
      {isLoginShown && <Login />}
      {user === undefined && sessionRefusal.value !== null && <SessionError />}
      {user !== null && <Board key={sessionGeneration.value} isShown={user !== undefined && !isLoginShown} />}
      <Announcer />
    </>
  );
}
