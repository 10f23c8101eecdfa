import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { RestartPreviewResponse } from '@slipway/api-schema/restart';
import { CheckField, ChoiceField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { RestartPreview } from './preview.tsx';
import { type RestartOptions, restartQuery, startedPhases, startTasks, versions } from './restart-options.ts';

interface Props {
  readonly release: ReleaseResponse;
  readonly topics: readonly Topic[];
  /** Restarts with the query of REST: `fromPhaseId=…`. Throws ApiError, OfflineError. */
  readonly restart: (query: string) => Promise<void>;
  readonly close: () => void;
}

interface ChoicesProps {
  readonly release: ReleaseResponse;
  readonly options: Signal<RestartOptions>;
}

/** From where it starts again, and with which versions. */
function Choices({ release, options }: ChoicesProps) {
  const { phase, task, version, isResumed } = options.value;
  const change = (changes: Partial<RestartOptions>): void => {
    options.value = { ...options.peek(), ...changes };
  };
  return (
    <>
      <ChoiceField
        label="From phase"
        value={phase}
        options={startedPhases(release).map(({ id, title }) => [id, title])}
        change={(selected) => change({ phase: selected, task: '' })}
      />
      <ChoiceField
        label="From task"
        value={task}
        options={[['', 'Its beginning'], ...startTasks(release, phase)]}
        change={(selected) => change({ task: selected })}
      />
      <ChoiceField
        label="Versions"
        value={version}
        options={versions}
        change={(selected) => change({ version: selected })}
      />
      <CheckField label="Resume at once" isOn={isResumed} change={(isOn) => change({ isResumed: isOn })} />
    </>
  );
}

/** A restart, with what it will do before it is done: refused as the restart itself would be. */
export function RestartDialog({ release, topics, restart, close }: Props) {
  const firstPhase = startedPhases(release)[0]?.id ?? '';
  const options = useSignal<RestartOptions>({ phase: firstPhase, task: '', version: 'LATEST', isResumed: false });
  const query = restartQuery(options.value);
  const { value, refusal } = useEntity<RestartPreviewResponse>(
    `/releases/${lastSegment(release.id)}/restart-preview?${query}`,
    topics,
  );
  const isRefused = refusal.value !== null;
  const run = async (): Promise<string> => {
    await restart(query);
    return `${release.title} was restarted.`;
  };
  return (
    <FormDialog
      title="Restart from a phase"
      submitLabel="Restart it"
      close={close}
      run={run}
      isDisabled={value.value === undefined || isRefused}
    >
      <Choices release={release} options={options} />
      <Refusal message={refusal.value} />
      {value.value && !isRefused && <RestartPreview preview={value.value} />}
    </FormDialog>
  );
}
