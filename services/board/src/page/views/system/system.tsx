import { useEffect } from 'preact/hooks';
import { neededFor } from '../../data/needs.ts';
import { me } from '../../data/session.ts';
import { useEntity } from '../../live/use-entity.ts';
import { nowAndThen, type Want } from '../../live/wants.ts';
import { Lacking } from '../../parts/deed.tsx';
import { announce } from '../../place/announce.ts';
import { useOffers } from '../../place/offers.ts';
import type { Consistency, Plugin, SystemStatus, Unresolved } from './answers.ts';
import { ConsistencyShown } from './consistency.tsx';
import { Plugins } from './plugins.tsx';
import { Status } from './status.tsx';
import { UnresolvedShown } from './unresolved.tsx';

const live: readonly Want[] = ['list=releases', nowAndThen];
const never: readonly Want[] = [];

/** How the installation is, for who runs it. */
function Inside() {
  const status = useEntity<SystemStatus>('/system/status', live);
  // it looks at all releases that have not ended: when it is wanted, and not at each change
  const consistency = useEntity<Consistency>('/system/consistency', never);
  const unresolved = useEntity<Unresolved>('/system/unresolved', never);
  const plugins = useEntity<readonly Plugin[]>('/plugins', [nowAndThen]);
  const again = async (): Promise<void> => {
    await Promise.all([status.refresh(), consistency.refresh(), unresolved.refresh(), plugins.refresh()]);
    announce('The system was looked at again.');
  };
  useOffers([{ name: 'Look at the system again', lacking: null, run: () => void again() }]);
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => void again()}>
          Look again
        </button>
      </div>
      <Status status={status.value.value} refusal={status.refusal} />
      <ConsistencyShown found={consistency.value.value} refusal={consistency.refusal} />
      <UnresolvedShown found={unresolved.value.value} refusal={unresolved.refusal} />
      <Plugins plugins={plugins.value.value} refusal={plugins.refusal} refresh={plugins.refresh} />
    </>
  );
}

/** The system: for who lacks the permission, which one that is. */
export function System() {
  const [needed = 'admin'] = neededFor('readConsistency');
  const held = me.value?.permissions ?? [];
  useEffect(() => {
    document.title = 'System · Slipway';
  }, []);
  return (
    <section>
      <h1>System</h1>
      {held.includes(needed) ? <Inside /> : <Lacking names={[needed]} />}
    </section>
  );
}
