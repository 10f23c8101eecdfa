import { useEffect } from 'preact/hooks';
import { me } from '../../api/session.ts';
import { CheckField } from '../../components/fields/field.tsx';
import { isUtc, showUtc } from '../../navigation/preferences.ts';
import { Account, Permissions } from './account.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

/** The view of the user's own account, permissions, tokens and sessions. */
export function Me() {
  const user = me.value;
  useEffect(() => {
    document.title = 'Your account · Slipway';
  }, []);
  if (!user) return null;
  return (
    <section class="sections">
      <h1>{user.fullName || user.username}</h1>
      <Account user={user} />
      <Permissions user={user} />
      <section>
        <h2>Times</h2>
        <CheckField label="Show times in UTC (this browser only)" isOn={isUtc.value} change={showUtc} />
      </section>
      <Tokens />
      <Sessions />
    </section>
  );
}
