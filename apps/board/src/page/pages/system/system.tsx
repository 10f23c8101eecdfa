import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DisplayMessage } from '../../api/language.ts';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/action-button.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { StatusLabel, type Tone } from '../../components/status.tsx';
import { useEntity } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { ConsistencyReport } from './consistency.tsx';
import { Plugins } from './plugins.tsx';
import type { Consistency, Plugin, SystemStatus, Unresolved } from './responses.ts';
import { UnresolvedItems } from './unresolved.tsx';

type State = SystemStatus['checks'][string] | SystemStatus['scriptRunner'];

const states: Readonly<Record<State, readonly [Tone, string]>> = {
  ok: ['done', 'Available'],
  degraded: ['waits', 'Degraded'],
  failed: ['failed', 'Failed'],
  waiting: ['waits', 'Waiting'],
  busy: ['waits', 'Busy'],
  away: ['failed', 'Unreachable'],
  none: ['over', 'None'],
};

function State({ state }: { readonly state: State }) {
  const [tone, label] = states[state];
  return <StatusLabel tone={tone} label={label} />;
}

const Overdue = ({ overdue: { count, oldestSeconds } }: Pick<SystemStatus, 'overdue'>) =>
  count === 0 ? (
    <StatusLabel tone="done" label="None" />
  ) : (
    <StatusLabel tone="failed" label={`${count}, oldest ${Math.ceil(oldestSeconds)} s`} />
  );

const Licence = ({ licence }: Pick<SystemStatus, 'licence'>) => {
  if (licence === undefined) return 'Not required';
  return licence.expires === undefined ? (
    <StatusLabel tone="failed" label="Invalid" />
  ) : (
    <>
      Valid until <Moment at={licence.expires} />
    </>
  );
};

interface Props {
  readonly status: SystemStatus | undefined;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
}

/** The version, the state of each component, and the license. */
const Status = ({ status, refusal }: Props) => (
  <section>
    <h2>Status</h2>
    <Refusal message={refusal.value} />
    {status && (
      <dl class="facts">
        <dt>Version</dt>
        <dd>
          {status.productVersion}, compatible with the Release API {status.version}
        </dd>
        {Object.entries(status.checks).map(([name, state]) => [
          <dt key={name}>{name[0]?.toUpperCase() + name.slice(1)}</dt>,
          <dd key={`${name} state`}>
            <State state={state} />
          </dd>,
        ])}
        <dt>Script runner</dt>
        <dd>
          <State state={status.scriptRunner} />
        </dd>
        <dt>Overdue jobs</dt>
        <dd>
          <Overdue overdue={status.overdue} />
        </dd>
        <dt>License</dt>
        <dd>
          <Licence licence={status.licence} />
        </dd>
      </dl>
    )}
  </section>
);

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
    announce('Status refreshed');
  };
  usePaletteActions([{ name: 'Refresh system status', missingPermission: null, run: () => void reloadAll() }]);
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => void reloadAll()}>
          Refresh
        </button>
      </div>
      <Status status={status.value.value} refusal={status.refusal} />
      <ConsistencyReport report={consistency.value.value} refusal={consistency.refusal} />
      <UnresolvedItems unresolved={unresolved.value.value} refusal={unresolved.refusal} />
      <Plugins plugins={plugins.value.value} refusal={plugins.refusal} refresh={plugins.refresh} />
    </>
  );
}

/** The system view, or the permission that the user lacks. */
export function System() {
  const missingPermission = missingGlobalPermission('readConsistency');
  useEffect(() => {
    document.title = 'System · Slipway';
  }, []);
  return (
    <section>
      <h1>System</h1>
      {missingPermission === null ? <SystemDetails /> : <MissingPermissions names={[missingPermission]} />}
    </section>
  );
}
