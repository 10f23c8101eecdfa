import { useEffect } from 'preact/hooks';
import { me } from '../../data/session.ts';
import { Account } from './account.tsx';
import { Rights } from './rights.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

/** Who is logged in: their account, what they may do, their tokens and where they are logged in. */
export function Me() {
  const known = me.value;
  useEffect(() => {
    document.title = 'You · Slipway';
  }, []);
  if (!known) return null;
  return (
    <section class="parts">
      <h1>{known.fullName || known.username}</h1>
      <Account known={known} />
      <Rights known={known} />
      <Tokens />
      <Sessions />
    </section>
  );
}
