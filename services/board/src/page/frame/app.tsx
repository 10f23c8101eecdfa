import { useEffect } from 'preact/hooks';
import { me } from '../data/session.ts';
import { Announcer } from './announcer.tsx';
import { AwayLine } from './away-line.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { Login } from './login.tsx';
import { Palette } from './palette.tsx';
import { Shown } from './shown.tsx';

interface InsideProps {
  readonly isKnown: boolean;
}

/** What somebody who is logged in sees. It asks for what it shows before it is known who looks at it. */
const Inside = ({ isKnown }: InsideProps) => (
  <div hidden={!isKnown}>
    <Header />
    <main id="main" tabIndex={-1}>
      <Shown />
    </main>
    <Palette />
    <Help />
  </div>
);

/** The whole page: the login, or what lies behind it. */
export function App() {
  const known = me.value;
  useEffect(() => {
    if (known === null) document.title = 'Log in · Slipway';
  }, [known]);
  return (
    <>
      <AwayLine />
      {known === null && <Login />}
      {known !== null && <Inside isKnown={known !== undefined} />}
      <Announcer />
    </>
  );
}
