import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseAnswer, RestartPreviewAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { CheckField, ChoiceField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Foreseen } from './foreseen.tsx';
import { type Order, queryOf, reachedIn, startsIn, versions } from './order.ts';

interface Props {
  readonly release: ReleaseAnswer;
  readonly wanted: readonly Want[];
  /** Restarts with the query of REST: `fromPhaseId=…`. Throws Refused, Away. */
  readonly restart: (query: string) => Promise<void>;
  readonly close: () => void;
}

interface ChoicesProps {
  readonly release: ReleaseAnswer;
  readonly order: Signal<Order>;
}

/** From where it starts again, and with which versions. */
function Choices({ release, order }: ChoicesProps) {
  const { phase, task, version, isResumed } = order.value;
  const change = (changes: Partial<Order>): void => {
    order.value = { ...order.peek(), ...changes };
  };
  return (
    <>
      <ChoiceField
        label="From phase"
        value={phase}
        options={reachedIn(release).map(({ id, title }) => [id, title])}
        change={(chosen) => change({ phase: chosen, task: '' })}
      />
      <ChoiceField
        label="From task"
        value={task}
        options={[['', 'Its beginning'], ...startsIn(release, phase)]}
        change={(chosen) => change({ task: chosen })}
      />
      <ChoiceField
        label="Versions"
        value={version}
        options={versions}
        change={(chosen) => change({ version: chosen })}
      />
      <CheckField label="Resume at once" isOn={isResumed} change={(isOn) => change({ isResumed: isOn })} />
    </>
  );
}

/** A restart, with what it will do before it is done: refused as the restart itself would be. */
export function RestartDialog({ release, wanted, restart, close }: Props) {
  const first = reachedIn(release)[0]?.id ?? '';
  const order = useSignal<Order>({ phase: first, task: '', version: 'LATEST', isResumed: false });
  const query = queryOf(order.value);
  const { value, refusal } = useEntity<RestartPreviewAnswer>(
    `/releases/${lastOf(release.id)}/restart-preview?${query}`,
    wanted,
  );
  const isRefused = refusal.value !== null;
  const run = async (): Promise<string> => {
    await restart(query);
    return `${release.title} was restarted.`;
  };
  return (
    <FormDialog
      title="Restart from a phase"
      word="Restart it"
      close={close}
      run={run}
      isDisabled={value.value === undefined || isRefused}
    >
      <Choices release={release} order={order} />
      <Refusal sentence={refusal.value} />
      {value.value && !isRefused && <Foreseen preview={value.value} />}
    </FormDialog>
  );
}
