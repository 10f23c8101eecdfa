import type { ReadonlySignal } from '@preact/signals';
import type { DisplayMessage } from '../../api/language.ts';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { StatusLabel, type Tone } from '../../components/status.tsx';
import type { SystemStatus } from './responses.ts';

type State = SystemStatus['checks'][string] | SystemStatus['scriptRunner'];

const states: Readonly<Record<State, readonly [Tone, string]>> = {
  ok: ['done', 'Available'],
  degraded: ['waits', 'Works without it'],
  failed: ['failed', 'Failed'],
  waiting: ['waits', 'Waits'],
  busy: ['waits', 'Busy'],
  away: ['failed', 'Away'],
  none: ['over', 'None'],
};

function State({ state }: { readonly state: State }) {
  const [tone, label] = states[state];
  return <StatusLabel tone={tone} label={label} />;
}

const Overdue = ({ overdue: { count, oldestSeconds } }: Pick<SystemStatus, 'overdue'>) =>
  count === 0 ? (
    <StatusLabel tone="done" label="Nothing" />
  ) : (
    <StatusLabel tone="failed" label={`${count}, the first for ${Math.ceil(oldestSeconds)} s`} />
  );

const Licence = ({ licence }: Pick<SystemStatus, 'licence'>) => {
  if (licence === undefined) return 'Not required';
  return licence.expires === undefined ? (
    <StatusLabel tone="failed" label="Not valid" />
  ) : (
    <>
      Until <Moment at={licence.expires} />
    </>
  );
};

interface Props {
  readonly status: SystemStatus | undefined;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
}

/** Whether what the product needs is there. */
export const Status = ({ status, refusal }: Props) => (
  <section>
    <h2>Status</h2>
    <Refusal message={refusal.value} />
    {status && (
      <dl class="facts">
        <dt>Version</dt>
        <dd>
          {status.productVersion}, with the API of {status.version}
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
        <dt>Overdue</dt>
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
