import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { RestartPreviewResponse } from '@slipway/api-schema/restart';
import { CheckField, ChoiceField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { planTasks } from '../plan.ts';
import { RestartPreview } from './preview.tsx';

/** The inputs of the dialog: the start of the restart, and its options. */
interface RestartOptions {
  /** The ids of the phase and the task. An empty task means the start of the phase. */
  readonly phase: string;
  readonly task: string;
  readonly version: string;
  readonly isResumed: boolean;
}

/** The versions of restarted phases to copy, with their labels (docs/reference/states.md, Restart from phase). */
const versions = [
  ['LATEST', t('Latest version of each phase')],
  ['ORIGINAL', t('Original version of each phase')],
  ['ALL', t('All versions')],
] as const;

/** Returns the phases from which a release can restart: all phases that have started, the last one first. */
const startedPhases = ({ phases }: Pick<ReleaseResponse, 'phases'>) =>
  phases.filter(({ status }) => status !== 'PLANNED').toReversed();

/** Returns the tasks of a phase from which a release can restart, including nested tasks, with their titles. */
const startTasks = (
  { phases }: Pick<ReleaseResponse, 'phases'>,
  phase: string,
): readonly (readonly [id: string, words: string])[] =>
  planTasks({ phases: phases.filter(({ id }) => id === phase) }).map(({ task, groups }) => [
    task.id,
    [...groups, task.title].join(' › '),
  ]);

/** Returns the query parameters of a restart and of its preview. */
function restartQuery({ phase, task, version, isResumed }: RestartOptions): string {
  const query = new URLSearchParams({ fromPhaseId: phase, phaseVersion: version, resume: String(isResumed) });
  if (task !== '') query.set('fromTaskId', task);
  return String(query);
}

interface Props {
  readonly release: ReleaseResponse;
  readonly topics: readonly Topic[];
  /** Restarts the release with query parameters such as `fromPhaseId=…`. Throws ApiError, OfflineError. */
  readonly restart: (query: string) => Promise<void>;
  readonly close: () => void;
  /** The id of the phase that is selected at first; null: the last phase that has started. */
  readonly firstPhase: string | null;
}

interface ChoicesProps {
  readonly release: ReleaseResponse;
  readonly options: Signal<RestartOptions>;
}

/** The fields for the start of the restart and its options. */
function Choices({ release, options }: ChoicesProps) {
  const { phase, task, version, isResumed } = options.value;
  const change = (changes: Partial<RestartOptions>): void => {
    options.value = { ...options.peek(), ...changes };
  };
  return (
    <>
      <ChoiceField
        label="Phase"
        value={phase}
        options={startedPhases(release).map(({ id, title }) => [id, title])}
        change={(selected) => change({ phase: selected, task: '' })}
      />
      <ChoiceField
        label="Start at"
        value={task}
        options={[['', t('Beginning of the phase')], ...startTasks(release, phase)]}
        change={(selected) => change({ task: selected })}
      />
      <ChoiceField
        label="Copy from"
        value={version}
        options={versions}
        change={(selected) => change({ version: selected })}
      />
      <CheckField label="Resume immediately" isOn={isResumed} change={(isOn) => change({ isResumed: isOn })} />
      {!isResumed && <p class="none">The release is paused after the restart. Resume it to continue.</p>}
    </>
  );
}

/** A dialog that shows the preview of a restart and runs it. The preview has the same errors as the restart. */
export function RestartDialog({ release, topics, restart, close, firstPhase }: Props) {
  const phase = firstPhase ?? startedPhases(release)[0]?.id ?? '';
  const options = useSignal<RestartOptions>({ phase, task: '', version: 'LATEST', isResumed: false });
  const query = restartQuery(options.value);
  const { value, refusal, retry } = useEntity<RestartPreviewResponse>(
    `/releases/${lastSegment(release.id)}/restart-preview?${query}`,
    topics,
  );
  const isRefused = refusal.value !== null;
  const run = async (): Promise<string> => {
    await restart(query);
    return t('Release restarted');
  };
  return (
    <FormDialog
      title="Restart release"
      submitLabel="Restart release"
      close={close}
      run={run}
      isDisabled={value.value === undefined || isRefused}
    >
      <Choices release={release} options={options} />
      <Refusal message={refusal.value} retry={retry} />
      {value.value && !isRefused && <RestartPreview preview={value.value} />}
    </FormDialog>
  );
}
