import { useEffect, useRef } from 'preact/hooks';
import { isLockedOut, me, sessionRefusal, turns } from '../data/session.ts';
import { Announcer } from './announcer.tsx';
import { AwayLine } from './away-line.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { Login, SessionRefused } from './login.tsx';
import { Palette } from './palette.tsx';
import { Shown } from './shown.tsx';

interface InsideProps {
  readonly isShown: boolean;
}

/** The page of a user. It loads its data before the user is known, and waits during another login. */
const Inside = ({ isShown }: InsideProps) => (
  <div hidden={!isShown} inert={!isShown}>
    <Header />
    <main id="main" tabIndex={-1}>
      <Shown />
    </main>
    <Palette />
    <Help />
  </div>
);

const loginTitle = 'Log in · Slipway';

/** The whole page: the login, the reason why the server refuses the session, or the board. */
export function App() {
  const known = me.value;
  const isLogin = known === null || isLockedOut.value;
  const title = useRef('');
  useEffect(() => {
    if (!isLogin) return;
    title.current = document.title;
    document.title = loginTitle;
    return () => {
      // A view that stayed open does not set its title again.
      if (document.title === loginTitle) document.title = title.current;
    };
  }, [isLogin]);
  return (
    <>
      <AwayLine />
      {isLogin && <Login />}
      {known === undefined && sessionRefusal.value !== null && <SessionRefused />}
      {known !== null && <Inside key={turns.value} isShown={known !== undefined && !isLogin} />}
      <Announcer />
    </>
  );
}
