import { useEffect } from 'preact/hooks';
import { neededPermissions } from '../../api/permissions.ts';
import { me } from '../../api/session.ts';
import { MissingPermissions } from '../../components/action-button.tsx';
import { useEntity } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { ConsistencyReport } from './consistency.tsx';
import { Plugins } from './plugins.tsx';
import type { Consistency, Plugin, SystemStatus, Unresolved } from './responses.ts';
import { Status } from './status.tsx';
import { UnresolvedItems } from './unresolved.tsx';

const topics: readonly Topic[] = ['list=releases', polled];
const noTopics: readonly Topic[] = [];

/** How the installation is, for who runs it. */
function SystemDetails() {
  const status = useEntity<SystemStatus>('/system/status', topics);
  // it looks at all releases that have not ended: when it is wanted, and not at each change
  const consistency = useEntity<Consistency>('/system/consistency', noTopics);
  const unresolved = useEntity<Unresolved>('/system/unresolved', noTopics);
  const plugins = useEntity<readonly Plugin[]>('/plugins', [polled]);
  const reloadAll = async (): Promise<void> => {
    await Promise.all([status.refresh(), consistency.refresh(), unresolved.refresh(), plugins.refresh()]);
    announce('The system was looked at again.');
  };
  usePaletteActions([{ name: 'Look at the system again', missingPermission: null, run: () => void reloadAll() }]);
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => void reloadAll()}>
          Look again
        </button>
      </div>
      <Status status={status.value.value} refusal={status.refusal} />
      <ConsistencyReport report={consistency.value.value} refusal={consistency.refusal} />
      <UnresolvedItems unresolved={unresolved.value.value} refusal={unresolved.refusal} />
      <Plugins plugins={plugins.value.value} refusal={plugins.refusal} refresh={plugins.refresh} />
    </>
  );
}

/** The system: for who lacks the permission, which one that is. */
export function System() {
  const [requiredPermission = 'admin'] = neededPermissions('readConsistency');
  const permissions = me.value?.permissions ?? [];
  useEffect(() => {
    document.title = 'System · Slipway';
  }, []);
  return (
    <section>
      <h1>System</h1>
      {permissions.includes(requiredPermission) ? (
        <SystemDetails />
      ) : (
        <MissingPermissions names={[requiredPermission]} />
      )}
    </section>
  );
}
