import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ReleaseOverview } from '@slipway/api-schema/search';
import { messageOf } from '../../../../api/errors.ts';
import type { DisplayMessage } from '../../../../api/language.ts';
import { mutate, read } from '../../../../api/rest.ts';
import { ChoiceField, TextField } from '../../../../components/fields/field.tsx';
import { Refusal } from '../../../../components/refusal.tsx';
import { useEntity } from '../../../../live/queries.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import { planTasks } from '../../../release/plan.ts';
import { newForms, partInputs } from '../../part-inputs.ts';
import type { PartProps } from './part-props.ts';

/** The maximum number of releases in a search result. */
const maxSuggestions = 50;

interface TargetProps {
  readonly releaseId: string;
  readonly value: string;
  readonly change: (id: string) => void;
}

/** A field that selects a release, or a phase or task of the release. */
function TargetField({ releaseId, value, change: onSelect }: TargetProps) {
  const release = useEntity<ReleaseResponse>(`/releases/${lastSegment(releaseId)}?comments=false`, []).value.value;
  const phases = release?.phases ?? [];
  const tasks = release ? planTasks(release) : [];
  return (
    <ChoiceField
      label="Wait for"
      value={value}
      options={[
        [releaseId, t('The whole release')],
        ...phases.map(({ id, title }) => [id, t`Phase ${title}`] as const),
        ...tasks.map(({ task, phase }) => [task.id, `${phase} › ${task.title}`] as const),
      ]}
      change={onSelect}
    />
  );
}

interface ReleaseFinderProps {
  readonly onFound: (releases: readonly ReleaseOverview[]) => void;
}

/** Finds releases by a part of their title. */
function ReleaseFinder({ onFound }: ReleaseFinderProps) {
  const title = useSignal('');
  const refusal = useSignal<DisplayMessage | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      const path = `/releases/search/overview?resultsPerPage=${maxSuggestions}`;
      onFound(await read<readonly ReleaseOverview[]>(path, { title: title.value }));
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <form class="part-row" onSubmit={(event) => void submit(event)}>
      <TextField label="Search releases" type="search" value={title.value} change={(text) => (title.value = text)} />
      <button type="submit">Search</button>
      <Refusal message={refusal.value} />
    </form>
  );
}

/** Returns the path of the request that adds a dependency on an id or on a `${variable}`. */
function pathOf(taskId: string, target: string): string {
  const segment = target.includes('${') ? target.trim() : lastSegment(target);
  return `/tasks/${lastSegment(taskId)}/dependencies/${encodeURIComponent(segment)}`;
}

/** The dependencies of a gate: releases, phases, tasks, and ids in variables. */
export function DependenciesEditor({ task, editing, isReadOnly }: PartProps) {
  const releases = useSignal<readonly ReleaseOverview[]>([]);
  const release = useSignal('');
  const inputs = partInputs(task.id, newForms.dependency);
  const target = inputs.textOf('target', '');
  const setTarget = (text: string): void => inputs.change('target', text, '');
  const isDisabled = isReadOnly || editing.isBusy.value;
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isDone = await editing.run(t('Dependency added'), () => mutate('POST', pathOf(task.id, target)));
    // A live update may show the dependency before the response, and the user may have typed the next dependency.
    if (isDone && inputs.textOf('target', '') === target) inputs.clear();
  };
  return (
    <section class="panel-section">
      <h3>Depends on</h3>
      {(task.dependencies ?? []).length === 0 && <p class="empty">No dependencies yet</p>}
      <ul class="part-rows">
        {(task.dependencies ?? []).map(({ id, targetId }) => (
          <li key={id} class="part-row">
            <code>{targetId}</code>
            <button
              type="button"
              class="danger"
              disabled={isDisabled}
              aria-label={t`Delete dependency on ${targetId}`}
              onClick={() => void editing.run(t('Dependency deleted'), () => mutate('DELETE', `/tasks/${id}`))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <ReleaseFinder
        onFound={(foundReleases) => {
          releases.value = foundReleases;
          release.value = foundReleases[0]?.id ?? '';
          setTarget(release.value);
        }}
      />
      {releases.value.length > 0 && (
        <>
          <ChoiceField
            label="Release"
            value={release.value}
            options={releases.value.map(({ id, title }) => [id, title] as const)}
            change={(id) => {
              release.value = id;
              setTarget(id);
            }}
          />
          <TargetField releaseId={release.value} value={target} change={setTarget} />
        </>
      )}
      <form class="part-row" onSubmit={(event) => void add(event)}>
        <TextField label="Or enter an ID or ${variable}" value={target} isRequired change={setTarget} />
        <button type="submit" disabled={isDisabled}>
          Add dependency
        </button>
      </form>
    </section>
  );
}
