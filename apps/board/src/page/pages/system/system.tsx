import { useEffect } from 'preact/hooks';
import Bell from '~icons/lucide/bell';
import Blocks from '~icons/lucide/blocks';
import RotateCw from '~icons/lucide/rotate-cw';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { t } from '../../navigation/text.ts';
import { ConsistencyReport } from './consistency.tsx';
import { Plugins } from './plugins.tsx';
import type { Consistency, Plugin, SystemStatus, Unresolved } from './responses.ts';
import { LicenseCard, OverallState, StateCards } from './status.tsx';
import { UnresolvedItems } from './unresolved.tsx';

const topics: readonly Topic[] = ['list=releases', polled];
const noTopics: readonly Topic[] = [];

/** The state of the installation, for administrators. */
function SystemDetails() {
  const status = useEntity<SystemStatus>('/system/status', topics);
  // The consistency check reads all active releases, so it runs only on request and not after each change.
  const consistency = useEntity<Consistency>('/system/consistency', noTopics);
  const unresolved = useEntity<Unresolved>('/system/unresolved', noTopics);
  const plugins = useEntity<readonly Plugin[]>('/plugins', [polled]);
  const reloadAll = async (): Promise<void> => {
    await Promise.all([status.refresh(), consistency.refresh(), unresolved.refresh(), plugins.refresh()]);
    announce(t('Status refreshed'));
  };
  usePaletteActions([{ name: t('Refresh system status'), missingPermission: null, run: () => void reloadAll() }]);
  const current = status.value.value;
  return (
    <>
      <PageHead
        title="System"
        status={current && <OverallState status={current} />}
        meta={current && t`Slipway ${current.productVersion}, compatible with the Release API ${current.version}`}
      >
        <Link to="/system/integrations" class="button quiet">
          <Icon of={Blocks} />
          Integrations
        </Link>
        <Link to="/system/notifications" class="button quiet">
          <Icon of={Bell} />
          Notifications
        </Link>
        <button type="button" onClick={() => void reloadAll()}>
          <Icon of={RotateCw} />
          Refresh
        </button>
      </PageHead>
      <Refusal message={status.refusal.value} retry={status.retry} />
      {current && <StateCards status={current} />}
      <div class="system-columns">
        <div class="stack">
          <Plugins plugins={plugins} />
          <UnresolvedItems items={unresolved} />
        </div>
        <div class="stack">
          <ConsistencyReport consistency={consistency} />
          {current && <LicenseCard status={current} />}
        </div>
      </div>
    </>
  );
}

/** The system view, or the permission that the user lacks. */
export function System() {
  const missingPermission = missingGlobalPermission('readConsistency');
  useEffect(() => {
    document.title = t('System · Slipway');
  }, []);
  if (missingPermission === null) {
    return (
      <section>
        <SystemDetails />
      </section>
    );
  }
  return (
    <section>
      <PageHead title="System" />
      <MissingPermissions names={[missingPermission]} />
    </section>
  );
}
