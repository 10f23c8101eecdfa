import type { ComponentChildren } from 'preact';
import Clock from '~icons/lucide/clock';
import Cpu from '~icons/lucide/cpu';
import Database from '~icons/lucide/database';
import Layers from '~icons/lucide/layers';
import Server from '~icons/lucide/server';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { StatusLabel, type Tone } from '../../components/marks/status.tsx';
import { Moment } from '../../components/moment.tsx';
import { plural, t } from '../../navigation/text.ts';
import type { SystemStatus } from './responses.ts';

type State = SystemStatus['checks'][string] | SystemStatus['scriptRunner'];

const states: Readonly<Record<State, readonly [Tone, string]>> = {
  ok: ['done', t('Available')],
  degraded: ['waits', t('Degraded')],
  failed: ['failed', t('Failed')],
  waiting: ['waits', t('Waiting')],
  busy: ['waits', t('Busy')],
  away: ['failed', t('Unreachable')],
  none: ['over', t('None')],
};

/** The icon, the name and the purpose of each checked component. */
const components: Readonly<Record<string, readonly [icon: IconNode, name: string, purpose: string]>> = {
  database: [Database, t('Database'), t('Stores all data')],
  queue: [Layers, t('Queue'), t('Runs background jobs')],
};

function StateLabel({ state }: { readonly state: State }) {
  const [tone, label] = states[state];
  return <StatusLabel tone={tone} label={label} />;
}

interface CardProps {
  readonly icon: IconNode;
  readonly name: string;
  readonly purpose: string;
  /** The state. */
  readonly children: ComponentChildren;
}

/** A card with the state of a component. */
const StateCard = ({ icon, name, purpose, children }: CardProps) => (
  <div class="card state-card">
    <dt>
      <span class="tile">
        <Icon of={icon} />
      </span>
      {name}
    </dt>
    <dd class="mark-of-state">{children}</dd>
    <dd class="sub">{purpose}</dd>
  </div>
);

/** The number of components that are neither available nor switched off. */
const problemCount = ({ checks, scriptRunner, overdue }: SystemStatus): number =>
  [...Object.values(checks), scriptRunner].filter((state) => state !== 'ok' && state !== 'none').length +
  (overdue.count > 0 ? 1 : 0);

/** The state of the whole installation. */
export function OverallState({ status }: { readonly status: SystemStatus }) {
  const count = problemCount(status);
  if (count === 0) return <StatusLabel tone="done" label="Healthy" />;
  return <StatusLabel tone="waits" label={plural(count, '# problem found', '# problems found')} />;
}

/** A card for each component. */
export function StateCards({ status: { checks, scriptRunner, overdue } }: { readonly status: SystemStatus }) {
  const { count, oldestSeconds } = overdue;
  return (
    <dl class="state-cards">
      {Object.entries(checks).map(([id, state]) => {
        const [icon, name, purpose] = components[id] ?? [Server, id, t('A part of the server')];
        return (
          <StateCard key={id} icon={icon} name={name} purpose={purpose}>
            <StateLabel state={state} />
          </StateCard>
        );
      })}
      <StateCard icon={Cpu} name="Script runner" purpose="Runs scripts of tasks and plugins">
        <StateLabel state={scriptRunner} />
      </StateCard>
      <StateCard icon={Clock} name="Overdue jobs" purpose="Jobs that wait too long">
        {count === 0 ? (
          <StatusLabel tone="done" label="None" />
        ) : (
          <StatusLabel tone="failed" label={t`${count}, oldest ${Math.ceil(oldestSeconds)} s`} />
        )}
      </StateCard>
    </dl>
  );
}

const LicenseState = ({ licence }: Pick<SystemStatus, 'licence'>) => {
  if (licence === undefined) return <StatusLabel tone="done" label="Not required" />;
  return licence.expires === undefined ? (
    <StatusLabel tone="failed" label="Invalid" />
  ) : (
    <p>
      Valid until <Moment at={licence.expires} />
    </p>
  );
};

/** The card with the state of the license. */
export const LicenseCard = ({ status }: { readonly status: SystemStatus }) => (
  <section class="card">
    <header>
      <h2>License</h2>
      <span class="end">
        <LicenseState licence={status.licence} />
      </span>
    </header>
    <p class="body">
      {status.licence === undefined ? t('This edition runs without a license.') : t('The server checks the license.')}
    </p>
  </section>
);
